# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# kitt_find_python(RESULT MODULE): sets RESULT to a Python 3 that can import MODULE. Candidates are
# Python3_EXECUTABLE, the first in the path, and the Python of the distribution. The latter finds
# Debian's packages even if the first in the path (from pyenv or a module) does not. Empty if no
# candidate works.
function(kitt_find_python result module)
  find_program(kitt_path_python python3 NO_CACHE)
  foreach(python IN ITEMS "${Python3_EXECUTABLE}" "${kitt_path_python}" /usr/bin/python3)
    if(python)
      execute_process(
        COMMAND ${python} -c "import ${module}"
        RESULT_VARIABLE status
        OUTPUT_QUIET ERROR_QUIET)
      if(status EQUAL 0)
        set(${result} "${python}" PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
  set(${result} "" PARENT_SCOPE)
endfunction()
