import { ComplaintCounts } from '../features/complaints/complaint-counts.tsx'
import { ContractTerms } from '../features/content/contract-terms.tsx'
import { OptionTerms } from '../features/content/option-terms.tsx'
import { Checks } from '../features/home/checks.tsx'
import { ContractFigures } from '../features/home/contract-figures.tsx'
import { FiguresPage } from '../features/home/figures-page.tsx'
import { Interventions } from '../features/home/interventions.tsx'
import { LoanFigures } from '../features/home/loan-figures.tsx'
import { OptionFigures } from '../features/home/option-figures.tsx'
import { OfficialAddresses } from '../features/home/official-addresses.tsx'
import { Reserves } from '../features/home/reserves.tsx'
import { ServiceTimes } from '../features/home/service-times.tsx'
import { StrategyReturns } from '../features/home/strategy-returns.tsx'
import { InviteFigures } from '../features/invites/invite-figures.tsx'
import { Liabilities } from '../features/liabilities/liabilities.tsx'
import { PlanReserve } from '../features/plans/plan-reserve.tsx'
import { lazyPart } from '../lib/lazy-part.tsx'
import { pinKeys } from '../lib/pinned-keys.ts'
import { loadTexts } from '../lib/texts.ts'

export { VerifyScreen } from '../features/verify/verify-screen.tsx'

/** What operators can do is a long list, far down the page: it and its words come after the figures. */
const Capabilities = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/content/capabilities.tsx'), loadTexts('capabilities')])
  return part.Capabilities
})

const keptKeys = async () => (await pinKeys()).text

export const Transparency = () => (
  <>
    <FiguresPage keptKeys={keptKeys} />
    <Checks />
    <ServiceTimes />
    <ComplaintCounts />
    <Interventions />
    <OptionTerms />
    <OptionFigures />
    <StrategyReturns />
    <ContractTerms />
    <ContractFigures />
    <Reserves />
    <Liabilities />
    <PlanReserve />
    <LoanFigures />
    <InviteFigures />
    <Capabilities />
    <OfficialAddresses />
  </>
)
