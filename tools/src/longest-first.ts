import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that wait for processes, clocks or a whole minute of prices, and journeys that visit many screens or are written in
 * other files: the runner guesses a file's time by its size.
 */
const long =
  /\/drills\/|strategies\.test|(?:books|markets|operator)-command|announced-adjustments|clean-within|kill-|(?:account-mode|camera|conversion|identity|moved-clock|price-line|screens)\.browser/

/** Starts the files that take longest first, so that no worker ends alone with one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own method, not an array's
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId)
    // Projects follow one another: a file stays among those of its own.
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}
