# SPDX-FileCopyrightText: 2026 the KITT authors
# SPDX-License-Identifier: BSD-3-Clause
"""Cascade plots: how efficiency holds from machine to machine."""

from kitt_report import text
from kitt_report.parts import Section, Table, cut, legend, panels, plot, used
from kitt_report.portability import from_runs
from kitt_report.record import HOPPING_KERNELS
from kitt_report.theme import KERNEL_COLOURS, KERNEL_MARKERS, new_figure

KINDS = {"application": "of the best figure known on each platform",
         "architectural": "of the ceiling that binds on each platform"}
HIGHEST = 150  # per cent: what lies above says that a ceiling was disturbed


def section(runs, documents):
    """documents: [(platforms, cascades)] of kitt compare --portability; without, from the runs."""
    result = Section("portability", "Portability")
    documents = documents or [study for study in [from_runs(runs)] if study[1]]
    if not documents:
        result.missing = ("that needs runs on two or more machines, or what kitt compare "
                          "--portability wrote with --json")
        return result
    result.intro = ("Platforms from left to right by falling efficiency (solid), and the "
                    "performance-portability metric of Pennycook, Sewall and Lee, the harmonic "
                    "mean, over those so far (dashed); its last point is that of all platforms. "
                    "Each platform's best variant. Letters: platforms.")
    number = 0
    for platforms, cascades in documents:
        for kind in KINDS:
            chosen = [one for one in cascades if one.kind == kind]
            if chosen:
                number += 1
                result.parts += [draw(chosen, kind, f"cascade-{number}"), table(chosen, kind)]
        result.parts.append(Table("Platforms", ["<Letter", "<Platform"],
                                  [[letter, str(what)] for letter, what in platforms.items()]))
    return result


def draw(cascades, kind, name):
    sizes = sorted({one.l for one in cascades})
    rows, columns = panels(len(sizes))
    figure, axes = new_figure(0.6 + 2.9 * rows, rows, columns, sharey=True)
    for one, l in zip(used(axes, len(sizes)), sizes):
        for found in (c for c in cascades if c.l == l):
            lines(one, found)
        count = max(len(c.steps) for c in cascades if c.l == l)
        one.set_xticks(range(1, count + 1))
        one.set(title=f"L = {l}", xlabel="platforms", ylabel=f"{kind} efficiency (%)",
                xlim=(0.7, count + 0.3))
        one.tick_params(labelleft=True)
    axes[0][0].set_ylim(bottom=0)  # shared by all, after all is drawn
    for one, l in zip(used(axes, len(sizes)), sizes):
        cut(one, HIGHEST, [(place, 100 * share, f"{c.kernel} {platform} {text.number(100 * share)}")
                           for c in cascades if c.l == l
                           for place, (platform, share, _) in enumerate(c.steps, start=1)])
    legend(figure, axes, first=HOPPING_KERNELS)
    metrics = [f"{c.kernel} at L = {c.l} {c.steps[-1][2]:.0%}" for c in cascades]
    return plot(figure, name, f"Cascade of {kind} efficiency, in per cent {KINDS[kind]}",
                f"Cascade plot of {kind} efficiency by number of platforms, one line per kernel. "
                f"Metric over all platforms: {', '.join(metrics)}.")


def lines(axes, cascade):
    places = range(1, len(cascade.steps) + 1)
    style = {"color": KERNEL_COLOURS[cascade.kernel]}
    axes.plot(places, [100 * step[1] for step in cascade.steps], label=cascade.kernel,
              marker=KERNEL_MARKERS[cascade.kernel], **style)
    axes.plot(places, [100 * step[2] for step in cascade.steps], "--", linewidth=1.2, **style)
    for place, (platform, efficiency, _) in zip(places, cascade.steps):
        axes.annotate(platform, (place, 100 * efficiency), xytext=(-5, -4), annotation_clip=True,
                      textcoords="offset points", ha="right", va="top", fontsize=9, **style)


def table(cascades, kind):
    rows = [[c.kernel, str(c.l), text.percent(c.steps[-1][2]),
             ", ".join(f"{platform} {text.percent(share)}" for platform, share, _ in c.steps)]
            for c in cascades]
    return Table(f"Portability by {kind} efficiency",
                 ["<Kernel", "L", "Metric (%)", "<Efficiency by platform (%)"], rows)
