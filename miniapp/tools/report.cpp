// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "core/base/output_file.hpp"
#include "core/base/temporary_folder.hpp"
#include "miniapp/run/option_values.hpp"
#include "miniapp/tools/tools.hpp"
#include "perf/json/fields_json.hpp"
#include "perf/json/json_words.hpp"
#include "perf/record/record.hpp"
#include "perf/results/data_folder.hpp"
#include "perf/results/other_programs.hpp"
#include "perf/results/results_document.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
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

/// Returns all bytes up to the end of the file.
std::string read_all(Descriptor const& from) {
  std::string text;
  std::array<char, 65536> part{};
  for (ssize_t count = 0; (count = read(from.get(), part.data(), part.size())) != 0;)
    if (count > 0)
      text.append(part.data(), static_cast<std::size_t>(count));
    else if (errno != EINTR)
      break;
  return text;
}

/// Result of a program that was run. The status is 127 if the program could not be run.
struct ProgramResult {
  int status = 127;
  std::string output; ///< text that the program wrote to standard output
};

/// Runs a program from the search path. Hides its error output if `quiet`.
ProgramResult run_program(std::vector<std::string> words, bool quiet) {
  auto const arguments = as_arguments(words);
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return {};
  Descriptor const from(ends[0]);
  Descriptor to(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to.get(), STDOUT_FILENO);
  if (quiet)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  auto const failed =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  to = Descriptor(); // so that reading ends with the program
  if (failed != 0)
    return {};
  ProgramResult result{0, read_all(from)};
  while (waitpid(child, &result.status, 0) < 0 && errno == EINTR)
    continue;
  result.status = WIFEXITED(result.status) ? WEXITSTATUS(result.status) : 127;
  return result;
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
    auto const status = run_program(isolated(python, find_modules), true).status;
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

/// Replaces the name of a published table, or of the output of another program, by a document in
/// the folder, which the program of the page can read.
std::string make_readable(std::string const& name, TemporaryFolder const& folder) {
  if (perf::other_program_of(name) == nullptr && !name.starts_with(perf::published_prefix))
    return name;
  auto const document = perf::to_data(perf::shown_results(perf::read_results(name)));
  auto const path = folder / fmt::format("{:x}.json", std::hash<std::string>()(name));
  write_output(path, document.dump(2, ' ', false, perf::Json::error_handler_t::replace) + '\n',
               Overwrite::yes);
  return path;
}

/// Returns the command line that writes the page to standard output.
std::vector<std::string> command_of(ReportOptions const& options,
                                    std::vector<std::string> const& files) {
  auto const package = perf::data_folder("report");
  KITT_VALIDATE(std::filesystem::exists(package / "kitt_report"),
                fmt::format("no folder {} (it should hold the program that makes the report): "
                            "install KITT completely, or set KITT_DATA to its folder share/kitt",
                            package.string()));
  auto words = isolated(find_python(), make_page);
  words.push_back(package.string());
  if (!options.title.empty())
    words.push_back("--title=" + options.title);
  words.emplace_back("--");
  words.insert(words.end(), files.begin(), files.end());
  return words;
}

} // namespace

int write_report(ReportOptions const& options) {
  check_records(options.files);
  std::vector<NamedFile> inputs;
  for (auto const& file : options.files)
    inputs.push_back({"FILE", perf::results_file(file)});
  auto const overwrite = overwrite_if(options.force);
  check_outputs({{"--output", options.page}}, inputs, overwrite);
  // The report asks this program for its schemas, which define records and the columns of tables.
  setenv("KITT_PROGRAM", std::filesystem::read_symlink("/proc/self/exe").c_str(), 1);
  TemporaryFolder const folder("report");
  std::vector<std::string> files;
  for (auto const& name : options.files)
    files.push_back(make_readable(name, folder));
  auto const words = command_of(options, files);
  auto const [status, page] = run_program(words, false);
  KITT_VALIDATE(status != 127,
                words.front() +
                    " cannot be run (it was ended, or is no program): name another Python 3 in "
                    "KITT_PYTHON");
  if (status == 0)
    write_output(options.page, page, overwrite);
  return status;
}

RunTool add_report(CLI::App& app) {
  auto const options = std::make_shared<ReportOptions>();
  app.add_option("FILE", options->files,
                 "Records (--json), grid:FILE, folders of `kitt sweep`, or other documents\nAlso "
                 "reads what `kitt model` and `kitt compare --portability` write with --json, "
                 "published:NAME, and the output of other programs as `kitt compare` names it: " +
                     perf::other_program_names() + ".")
      ->required();
  detail::add_path(app, "-o,--output", options->page, "Write the page to this file");
  app.add_option("--title", options->title, "Heading of the page [machines and date]");
  app.add_flag("--force", options->force, "Overwrite an existing page");
  return [options] {
    auto const status = write_report(*options);
    if (status == 0)
      fmt::print("{}\n", options->page);
    return status;
  };
}

} // namespace kitt::miniapp
