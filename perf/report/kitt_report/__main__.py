# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
import sys

from kitt_report.command import main

sys.exit(main())
