# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause

# kitt_git_commit(RESULT SOURCE) returns the commit of the sources in the folder SOURCE, or "unknown". The first one
# found counts:
#   1. KITT_GIT_COMMIT in the environment, set by the person who copied the sources;
#   2. git's answer, if the folder is the top of a repository that contains KITT;
#   3. the commit that `git archive` wrote below (.gitattributes: export-subst).
# If the sources are inside a larger repository, that repository is ignored: its commits say nothing
# about KITT.
set(kitt_archive_commit "$Format:%H$")

function(kitt_git_commit result source)
  set(commit "$ENV{KITT_GIT_COMMIT}")
  if(commit STREQUAL "" OR commit STREQUAL "unknown")
    kitt_commit_of_repository(commit "${source}")
  endif()
  if(commit STREQUAL "" AND kitt_archive_commit MATCHES "^[0-9a-f]+$")
    string(SUBSTRING ${kitt_archive_commit} 0 12 commit)
  endif()
  if(commit STREQUAL "")
    set(commit unknown)
  endif()
  set(${result} "${commit}" PARENT_SCOPE)
endfunction()

# Returns the commit that git names. Empty if git is missing, or does not know the sources.
function(kitt_commit_of_repository result source)
  set(${result} "" PARENT_SCOPE)
  # the user builds what is in the folder, so git may trust it even if another user owns it
  set(git git -c "safe.directory=${source}" -C "${source}")
  execute_process(
    COMMAND ${git} ls-files --error-unmatch --full-name cmake/KittGitCommit.cmake
    OUTPUT_VARIABLE name
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT name STREQUAL "cmake/KittGitCommit.cmake") # a longer name comes from a repository around the sources
    return()
  endif()
  execute_process(
    COMMAND ${git} describe --always --dirty --abbrev=12 --exclude=*
    OUTPUT_VARIABLE commit
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(${result} "${commit}" PARENT_SCOPE)
endfunction()
