/** One figure of this machine beside what we hold ourselves to. */
export type Figure = {
  part: string
  what: string
  value: number
  unit: string
  /** Absent where there is no goal. `atMost` says on which side of it a figure has to be. */
  goal?: { floor: number; moonshot?: number; atMost: boolean }
  /** What was measured, in words: conditions, medians, where the time went. */
  note: string
}

const atLeast = (floor: number, moonshot: number) => ({ floor, moonshot, atMost: false })
const atMost = (floor: number, moonshot?: number) => ({
  floor,
  ...(moonshot === undefined ? {} : { moonshot }),
  atMost: true,
})

/** Floors and moonshots, as ratios where a figure of the machine alone would say nothing. */
export const goals = {
  http: atLeast(3, 4),
  inProcess: atLeast(5, 8),
  p99: atMost(20, 10),
  settle: atLeast(12, 25),
  contractsHttp: { floor: 1.5, atMost: false },
  holding: atMost(300, 100),
  closings: atMost(1),
  pushCpu: atMost(0.55, 0.42),
  pushBytes: atMost(0.25, 0.15),
  payday: atMost(60, 30),
  chats: atMost(100, 30),
  start: atMost(5, 2),
  startAfterKill: atMost(15, 5),
  ticks: atMost(1.5),
  candles: atMost(30),
  largestPaint: atMost(2, 1.5),
  homeBytes: atMost(105),
  routeBytes: atMost(175),
  cssBytes: atMost(14),
  shellBytes: atMost(18),
  ticking: atMost(80),
  tickingScript: atMost(12),
  tickingPhone: atMost(150),
  tickingFrames: { floor: 58, atMost: false },
  heapGrowth: atMost(1),
  tap: atMost(200),
  tapSlow: atMost(350),
} as const

export type Verdict = 'moonshot' | 'met' | 'missed' | ''

/** Whether a figure reaches its moonshot, its floor, or neither. */
export function verdictOf({ value, goal }: Figure): Verdict {
  if (goal === undefined) return ''
  const reaches = (line: number): boolean => (goal.atMost ? value <= line : value >= line)
  if (goal.moonshot !== undefined && reaches(goal.moonshot)) return 'moonshot'
  return reaches(goal.floor) ? 'met' : 'missed'
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** The value below which `share` of the sorted numbers lie. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
