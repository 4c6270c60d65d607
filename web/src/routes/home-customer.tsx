import { Figures } from '../features/home/figures.tsx'
import { HomeBalance } from '../features/profile/home-balance.tsx'
import { Movers } from '../features/markets/movers.tsx'
import { WatchedCard } from '../features/markets/watched-card.tsx'
import { RunningCount } from '../features/orders/running-count.tsx'
import { Queries } from '../lib/queries.tsx'
import { CoolingNote } from './cooling-part.ts'

/** What is a customer's own on the home page: money, running orders, what they watch; then what moves most. */
export const CustomerParts = () => (
  <Queries>
    <div className="grid gap-3 desktop:grid-cols-[1fr_1fr] desktop:gap-4">
      <HomeBalance />
      <RunningCount />
    </div>
    <CoolingNote />
    <div className="grid items-start gap-4 desktop:grid-cols-2">
      <div className="flex flex-col gap-4 mobile:contents">
        <WatchedCard />
        <div className="rounded-card bg-ink p-4 text-ink-fg mobile:order-last">
          <Figures />
        </div>
      </div>
      <Movers />
    </div>
  </Queries>
)
