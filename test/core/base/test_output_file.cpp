// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "core/base/input_file.hpp"
#include "core/base/output_file.hpp"
#include "test/catch.hpp"
#include "test/core/gauge_file/folder_of_test.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace kitt;
using Catch::Matchers::ContainsSubstring;
using kitt::test::FolderOfTest;
namespace fs = std::filesystem;

TEST_CASE("a file exists only after it is committed") {
  FolderOfTest const folder("commit");
  auto const path = folder / "a";
  { OutputFile(path, Overwrite::no).write("lost"); }
  CHECK(folder.entries() == 0);
  OutputFile file(path, Overwrite::no);
  file.write("kept");
  CHECK(!fs::exists(path));
  file.commit();
  CHECK(folder.read("a") == "kept");
  CHECK(folder.entries() == 1);
}

TEST_CASE("if two writers make the same file, the second one fails") {
  FolderOfTest const folder("two");
  OutputFile one(folder / "a", Overwrite::no);
  OutputFile two(folder / "a", Overwrite::no);
  one.write("one");
  two.write("two");
  one.commit();
  CHECK_THROWS_AS(two.commit(), FileTaken);
  CHECK_THROWS_AS(OutputFile(folder / "a", Overwrite::no), FileTaken);
  CHECK(folder.read("a") == "one");
}

TEST_CASE("links are followed, even to a file that does not exist yet") {
  FolderOfTest const folder("links");
  fs::create_directory(folder / "deep");
  fs::create_symlink("../target", folder / "deep/link");
  fs::create_symlink("deep/link", folder / "outer");
  CHECK(resolved(folder / "outer") == resolved(folder / "target"));
  write_output(folder / "outer", "text", Overwrite::no);
  CHECK(folder.read("target") == "text");
  CHECK(fs::is_symlink(folder / "outer"));
  fs::create_symlink("round", folder / "round");
  CHECK_THROWS_AS(write_output(folder / "round", "text", Overwrite::yes), UserError);
  CHECK(fs::is_symlink(folder / "round"));
}

TEST_CASE("different names of one file are recognised") {
  FolderOfTest const folder("names");
  auto const path = folder.write("a", "mine");
  fs::create_hard_link(path, folder / "hard");
  auto const roundabout = folder / "none-yet/../b";
  fs::create_directory(folder / "none-yet");
  CHECK_THROWS_WITH(check_outputs({{"-a", path}, {"-b", folder / "hard"}}, {}, Overwrite::yes),
                    ContainsSubstring("-a ") && ContainsSubstring(" and -b "));
  CHECK_THROWS_AS(check_outputs({{"-a", folder / "b"}, {"-b", roundabout}}, {}, Overwrite::no),
                  UserError);
  CHECK_THROWS_AS(check_outputs({{"-a", path}}, {{"-b", folder / "hard"}}, Overwrite::yes),
                  UserError);
  CHECK_NOTHROW(check_outputs({{"-a", path}, {"-b", ""}, {"-c", ""}}, {{"-d", ""}, {"-e", "none"}},
                              Overwrite::yes));
  CHECK(folder.read("a") == "mine");
  CHECK(folder.entries() == 3);
}

TEST_CASE("a lock ends with the process that holds it, even if the process is killed") {
  FolderOfTest const folder("lock");
  auto const path = folder / "a";
  int ready[2];
  REQUIRE(::pipe(ready) == 0);
  auto const child = ::fork();
  if (child == 0) {
    LockedFile file(path, Overwrite::no, "first");
    file.write("second");
    static_cast<void>(::write(ready[1], "x", 1));
    ::pause();
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  CHECK_THROWS_WITH(LockedFile::existing(path), ContainsSubstring("is being written"));
  CHECK_THROWS_WITH(LockedFile(path, Overwrite::yes, ""), ContainsSubstring("is being written"));
  REQUIRE(::kill(child, SIGKILL) == 0);
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  CHECK_NOTHROW(LockedFile::existing(path));
  CHECK(folder.read("a") == "second");
}

TEST_CASE("a path that is not a regular file is not read, and the error names its kind") {
  FolderOfTest const folder("input");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(read_input(folder / "pipe"), ContainsSubstring("named pipe"));
  CHECK_THROWS_WITH(read_input(folder / "."), ContainsSubstring("directory"));
  CHECK_THROWS_WITH(read_input("/dev/zero"), ContainsSubstring("device"));
  CHECK_THROWS_WITH(read_input(folder / "none", "ask"),
                    ContainsSubstring("cannot be read (there is no such file): ask"));
  std::string const text(100'000, 'x');
  CHECK(read_input(folder.write("long", text)) == text);
}
