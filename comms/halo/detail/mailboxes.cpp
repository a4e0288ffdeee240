// SPDX-FileCopyrightText: 2026 the KITT authors
// SPDX-License-Identifier: BSD-3-Clause
#include "comms/halo/detail/mailboxes.hpp"

#include <cstring>

namespace kitt::comms::detail {

void Mailbox::prepare() const {
  std::memset(face(0), 0, face_stride_);
  std::memset(face(1), 0, face_stride_);
  put_there(0);
  put_read(0);
}

} // namespace kitt::comms::detail
