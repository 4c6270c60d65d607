import { inVisualOrder, type Cluster, type Approval } from './text-runs.ts'

/** What is drawn on one line, from left to right, and the how manieth it is read; a part without text is a space. */
export type Part = {
  readonly word: Approval | undefined
  readonly level: number
  readonly width: number
  readonly nth: number
}
export type Line = { readonly parts: readonly Part[]; readonly width: number }
/** How wide words and spaces are, in points. */
export type Measure = { readonly word: (word: Approval) => number; readonly space: number }

const widthOf = (cluster: Cluster, measure: Measure): number =>
  cluster.words.reduce((sum, word) => sum + measure.word(word), 0)

/** A cluster that is wider than a line, such as a long address, one character each. */
const parted = ({ words, space }: Cluster): Cluster[] =>
  words
    .flatMap((word) => [...word.text].map((text): Cluster => ({ words: [{ ...word, text }], space: undefined })))
    .map((cluster, index) => (index === 0 ? { ...cluster, space } : cluster))

/** A paragraph broken into lines of at most `width` points, as many words on each as there is room for. */
export function linesOf(clusters: readonly Cluster[], width: number, measure: Measure): Line[] {
  const fitting = clusters.flatMap((cluster) => (widthOf(cluster, measure) > width ? parted(cluster) : [cluster]))
  const lines: Cluster[][] = []
  let taken = 0
  for (const cluster of fitting) {
    const wanted = widthOf(cluster, measure)
    const gap = cluster.space === undefined ? 0 : measure.space
    const line = lines.at(-1)
    if (line === undefined || taken + gap + wanted > width) {
      lines.push([{ ...cluster, space: undefined }])
      taken = wanted
    } else {
      line.push(cluster)
      taken += gap + wanted
    }
  }
  return lines.map((line) => lineOf(line, measure))
}

function lineOf(clusters: readonly Cluster[], measure: Measure): Line {
  const read = clusters.flatMap(({ words, space }): Omit<Part, 'nth'>[] => [
    ...(space === undefined ? [] : [{ word: undefined, level: space, width: measure.space }]),
    ...words.map((word) => ({ word, level: word.level, width: measure.word(word) })),
  ])
  const parts = read.map((part, nth) => ({ ...part, nth }))
  return { parts: inVisualOrder(parts), width: parts.reduce((sum, { width }) => sum + width, 0) }
}

/** Parts that run from left to right in one font as one, so that they are copied as one; `spaced` is the font that has the space. */
export function merged(parts: readonly Part[], spaced: string): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const last = all.at(-1)
    const joins = last?.word !== undefined && last.level % 2 === 0 && part.level % 2 === 0
    const same = part.word === undefined ? last?.word?.piece?.id === spaced : part.word.piece === last?.word?.piece
    if (!joins || !same || last.word === undefined) all.push(part)
    else
      all.splice(-1, 1, {
        ...last,
        word: { ...last.word, text: `${last.word.text}${part.word?.text ?? ' '}` },
        width: last.width + part.width,
      })
  }
  return all
}

type Placed = Part & { readonly left: number }

/**
 * Parts with where they begin, in the order to draw them in, which is the one that programs copy a line in: stretches of
 * one direction and one font as they are read, and the words of a stretch from left to right, which such programs turn.
 */
export function inReadingOrder(parts: readonly Part[], begin: number): Placed[] {
  const stretches: Placed[][] = []
  let left = begin
  for (const part of parts) {
    const placed = { ...part, left }
    left += part.width
    const first = stretches.at(-1)?.[0]
    const goes = first !== undefined && first.level % 2 === part.level % 2
    if (goes && (part.word === undefined || part.word.piece === first.word?.piece)) stretches.at(-1)?.push(placed)
    else stretches.push([placed])
  }
  const nthOf = (stretch: readonly Placed[]): number => Math.min(...stretch.map(({ nth }) => nth))
  return stretches.toSorted((a, b) => nthOf(a) - nthOf(b)).flat()
}
