/** One figure of this machine beside what we hold ourselves to. */
export type Figure = {
  part: string
  what: string
  value: number
  unit: string
  /** Absent where there is no goal. `isMax` states on which side of it a figure has to be. */
  goal?: { floor: number; moonshot?: number; isMax: boolean }
  /** What was measured, in words: conditions, medians, where the time went. */
  note: string
}

const minGoal = (floor: number, moonshot: number) => ({ floor, moonshot, isMax: false })
const maxGoal = (floor: number, moonshot?: number) => ({
  floor,
  ...(moonshot === undefined ? {} : { moonshot }),
  isMax: true,
})

/** Floors and moonshots, as ratios where a figure of the machine alone would mean nothing. */
export const goals = {
  http: minGoal(3, 4),
  inProcess: minGoal(5, 8),
  p99: maxGoal(20, 10),
  settle: minGoal(12, 25),
  contractsHttp: { floor: 1.5, isMax: false },
  holding: maxGoal(300, 100),
  closings: maxGoal(1),
  pushCpu: maxGoal(0.55, 0.42),
  pushBytes: maxGoal(0.25, 0.15),
  payday: maxGoal(60, 30),
  chats: maxGoal(100, 30),
  start: maxGoal(5, 2),
  startAfterKill: maxGoal(15, 5),
  ticks: maxGoal(1.5),
  candles: maxGoal(30),
  largestPaint: maxGoal(2, 1.5),
  scorePlain: { floor: 85, isMax: false },
  scoreCalibrated: { floor: 95, isMax: false },
  blockedCalibrated: maxGoal(0.2),
  scoreDesktop: { floor: 99, isMax: false },
  scoreQuality: { floor: 100, isMax: false },
  homeBytes: maxGoal(105),
  routeBytes: maxGoal(175),
  cssBytes: maxGoal(14),
  shellBytes: maxGoal(18),
  ticking: maxGoal(80),
  tickingScript: maxGoal(12),
  tickingPhone: maxGoal(150),
  tickingFrames: { floor: 58, isMax: false },
  heapGrowth: maxGoal(1),
  tap: maxGoal(200),
  tapSlow: maxGoal(350),
} as const

export type Verdict = 'moonshot' | 'met' | 'missed' | ''

/** Whether a figure reaches its moonshot, its floor, or neither. */
export function verdictOf({ value, goal }: Figure): Verdict {
  if (goal === undefined) return ''
  const reaches = (line: number): boolean => (goal.isMax ? value <= line : value >= line)
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
