// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/json/json_words.hpp"
#include "perf/record/record.hpp"
#include "perf/results/data_folder.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace kitt::miniapp {

namespace {

struct ReportOptions {
  std::vector<std::string> files;
  std::string page = "report.html";
  std::string title;
  bool force = false;
};

// Python runs isolated: it ignores variables such as PYTHONHOME, and the current folder. Modules
// that the user installed with pip are searched last.
constexpr char const* user_modules =
    "import site, sys; sys.path.append(site.getusersitepackages()); ";
constexpr char const* find_modules = "import importlib.util; "
                                     "sys.exit(any(importlib.util.find_spec(m) is None for m in "
                                     "('matplotlib', 'jinja2', 'jsonschema')))";
constexpr char const* make_page = "sys.path.insert(0, sys.argv.pop(1)); "
                                  "from kitt_report.command import main; sys.exit(main())";

/// Returns the command line of a Python that runs this program.
std::vector<std::string> isolated(std::string const& python, std::string const& program) {
  return {python, "-I", "-B", "-X", "utf8", "-c", user_modules + program};
}

std::vector<char*> as_arguments(std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (auto& word : words)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return arguments;
}

/// Runs a program of the search path and hides its output. Returns the exit status of the program,
/// or 127 if the program cannot be run.
int run_program(std::vector<std::string> words) {
  auto const arguments = as_arguments(words);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (auto const stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  auto const failed =
      posix_spawnp(&child, arguments[0], &quiet, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&quiet);
  if (failed != 0)
    return 127;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

/// Returns the first Python that has the modules for the page: $KITT_PYTHON if it is set, otherwise
/// the Python in the path, otherwise the Python of the distribution. The Python in the path may
/// come from pyenv or a module and lack packages that the Python of the distribution has.
std::string find_python() {
  std::vector<std::string> candidates{"python3", "/usr/bin/python3"};
  if (auto const* const given = std::getenv("KITT_PYTHON"); given != nullptr && *given != '\0')
    candidates = {given};
  bool there = false;
  for (auto const& python : candidates) {
    auto const status = run_program(isolated(python, find_modules));
    if (status == 0)
      return python;
    there = there || status != 127;
  }
  constexpr char const* install =
      "install python3-matplotlib, python3-jinja2 and python3-jsonschema (Debian), or "
      "matplotlib, jinja2 and jsonschema with pip, or name a Python in KITT_PYTHON";
  throw UserError(
      fmt::format("no Python 3 with matplotlib, jinja2 and jsonschema ({} {}; the report "
                  "needs them): {}",
                  candidates.front(), there ? "lacks them" : "cannot be run", install));
}

perf::Json read_document(std::string const& file) {
  try {
    return perf::parse_document(read_input(file));
  } catch (perf::detail::WrongValue const& error) {
    throw UserError(
        fmt::format("cannot use {} ({}): give a file that `kitt` wrote", file, error.what()));
  }
}

/// Refuses a file that is not the record of a run, as every tool does. The program of the page
/// checks folders of sweeps, documents of other kinds, and paths that are not files.
void check_records(std::vector<std::string> const& files) {
  for (auto const& file : files)
    if (std::error_code unreadable; std::filesystem::is_regular_file(file, unreadable)) {
      auto document = read_document(file);
      if (document.contains("provenance") && document.contains("cells"))
        perf::RunRecord::of(std::move(document), file);
    }
}

int run_report(ReportOptions const& options) {
  check_records(options.files);
  auto const package = perf::data_folder("report");
  KITT_VALIDATE(std::filesystem::exists(package / "kitt_report"),
                fmt::format("no folder {} (it should hold the program that writes the report): "
                            "install KITT completely, or set KITT_DATA to its folder share/kitt",
                            package.string()));
  // The report asks this program for its schemas, which say what records hold and how tables look.
  setenv("KITT_PROGRAM", std::filesystem::read_symlink("/proc/self/exe").c_str(), 1);
  auto words = isolated(find_python(), make_page);
  words.push_back(package.string());
  words.push_back("--output=" + options.page);
  if (options.force)
    words.emplace_back("--force");
  if (!options.title.empty())
    words.push_back("--title=" + options.title);
  words.emplace_back("--");
  words.insert(words.end(), options.files.begin(), options.files.end());
  auto const arguments = as_arguments(words);
  execvp(arguments[0], arguments.data()); // returns only if it fails
  throw UserError(fmt::format("{} cannot be run ({}): name another Python 3 in KITT_PYTHON",
                              words.front(), std::strerror(errno)));
}

} // namespace

RunTool add_report(CLI::App& app) {
  auto const options = std::make_shared<ReportOptions>();
  app.add_option("FILE", options->files,
                 "Records (--json), folders of `kitt sweep`, or documents of other commands\nAlso "
                 "reads what `kitt model` and `kitt compare --portability` write with --json.")
      ->required();
  detail::add_path(app, "-o,--output", options->page, "Write the page to this file");
  app.add_option("--title", options->title, "Heading of the page [machines and date]");
  app.add_flag("--force", options->force, "Overwrite an existing page");
  return [options] { return run_report(*options); };
}

} // namespace kitt::miniapp
