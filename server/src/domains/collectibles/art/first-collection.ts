import type { Lang } from '@evenhand/protocol/languages.ts'
import { aurora } from './families/aurora.ts'
import { birds } from './families/birds.ts'
import { catsCradle } from './families/cats-cradle.ts'
import { dreamRiver } from './families/dream-river.ts'
import { ferns } from './families/ferns.ts'
import { fireflies } from './families/fireflies.ts'
import { garden } from './families/garden.ts'
import { kitesInWind } from './families/kites.ts'
import { lanterns } from './families/lanterns.ts'
import { littleBear } from './families/little-bear.ts'
import { loom } from './families/loom.ts'
import { moireMoon } from './families/moire-moon.ts'
import { penrose } from './families/penrose.ts'
import { puddle } from './families/puddle.ts'
import { quilt } from './families/quilt.ts'
import { schoolWay } from './families/school-way.ts'
import { evening, firstLight, snowDay } from './families/skies.ts'
import { starCourt } from './families/star-court.ts'
import { noonSun } from './families/sun.ts'
import { sunflower } from './families/sunflower.ts'
import { timesTables } from './families/times-tables.ts'
import { town } from './families/town.ts'
import { waves } from './families/waves.ts'
import titles from './first-titles.json' with { type: 'json' }
import { createRandom } from './random.ts'
import type { Random } from './random.ts'

type Slug = keyof typeof titles

/** A work of the first collection, drawn by this program: an SVG of 1000 × 1000 with no scripts and no references. */
export interface FirstWork {
  readonly slug: Slug
  /** The hour of the day that it is of; null for a work beside the day, which a sandbox leaves for operators to draft. */
  readonly hour: number | null
  readonly titles: Readonly<Record<Lang, string>>
  /** The image: the same bytes on every machine. */
  readonly draw: () => string
}

const drawings: readonly (readonly [slug: Slug, draw: (random: Random) => string, seed: number])[] = [
  ['first-light', firstLight, 5],
  ['dew-on-the-ferns', ferns, 1],
  ['paper-birds', birds, 1],
  ['long-way-to-school', schoolWay, 1],
  ['times-tables', timesTables, 1],
  ['playground', penrose, 1],
  ['flower-bed', garden, 1],
  ['noon-sun', noonSun, 1],
  ['sunflower', sunflower, 1],
  ['rain-on-the-puddle', puddle, 1],
  ['kites', kitesInWind, 1],
  ['out-to-sea', waves, 1],
  ['cats-cradle', catsCradle, 1],
  ['evening-hills', evening, 18],
  ['grandmothers-loom', loom, 1],
  ['supper-time', town, 20],
  ['quilt', quilt, 4],
  ['a-wish-each', lanterns, 5],
  ['moon-of-lines', moireMoon, 1],
  ['little-bear', littleBear, 1],
  ['river-of-dreams', dreamRiver, 1],
  ['fireflies', fireflies, 1],
  ['northern-lights', aurora, 1],
  ['court-of-stars', starCourt, 1],
  ['snow-day', snowDay, 2],
]

const hoursOfDay = 24

/** The first collection, "A child's day": 24 works, one an hour from five in the morning on, and one beside the day. */
export const firstCollection: readonly FirstWork[] = drawings.map(([slug, draw, seed], at) => ({
  slug,
  hour: at < hoursOfDay ? (5 + at) % hoursOfDay : null,
  titles: titles[slug],
  draw: () => draw(createRandom(seed)),
}))
