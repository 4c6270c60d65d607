import { maxDocumentBytes } from '@evenhand/protocol/files.ts'
import * as course from '@evenhand/protocol/case-course.ts'
import * as legalHolds from '@evenhand/protocol/legal-holds.ts'
import * as timeline from '@evenhand/protocol/customer-timeline.ts'
import * as customers from '@evenhand/protocol/operator-customers.ts'
import * as dashboard from '@evenhand/protocol/operator-dashboard.ts'
import * as workspace from '@evenhand/protocol/operator-workspace.ts'
import * as house from '@evenhand/protocol/operator-result.ts'
import * as adjustments from '@evenhand/protocol/operator-adjustments.ts'
import { setAbsence as setAbsenceRoute } from '@evenhand/protocol/operators.ts'
import * as riskRoutes from '@evenhand/protocol/operator-risk.ts'
import * as requests from '@evenhand/protocol/operator-requests.ts'
import { withPicture } from '../../kernel/http/http.ts'
import { handleOperator, handleOperatorUpload, type MountedOperator } from '../../kernel/http/operator-call.ts'
import { adjustmentKinds, approveAdjustment, proposeAdjustment } from './adjust-balance.ts'
import { noteCustomer, revealCustomer } from './act-on-customer.ts'
import { findActs } from './audit-log.store.ts'
import { listAnomalies } from './anomalies.ts'
import { approveRoleChange, proposeRoleChange, roleKinds } from './change-roles.ts'
import { caseCourse } from './case-course.ts'
import { claimWork, listClaims } from './claims.ts'
import type { ConsoleDeps } from './console.deps.ts'
import { exportCsv } from './export-csv.ts'
import { fileDocument, openDocument } from './legal-document.ts'
import { approveHold, holdKinds, listHolds, proposeHold } from './legal-hold.ts'
import { approveListing, listingKinds, proposeListing } from './list-instrument.ts'
import { approveMoreReserve, proposeMoreReserve, topUpKinds } from './move-capital.ts'
import { addMacro, dropMacro, listMacros } from './macros.ts'
import { listOperators } from './operators.store.ts'
import { approveTerms, paramKinds, proposeTerms, readParams } from './params.ts'
import { approveHigherLimit, limitKinds, proposeHigherLimit } from './raise-limit.ts'
import { approveRestriction, proposeRestriction, restrictCustomer, restrictionKinds } from './restrict-customer.ts'
import { listRequests, reject } from './requests.ts'
import { listViews, saveView } from './saved-views.ts'
import { serviceLevels } from './service-levels.ts'
import { listOpenAlerts } from './alerts/alerts.store.ts'
import { setAbsence } from './set-absence.ts'
import { assignCases, listAssignments } from './assign-cases.ts'
import { createTrends } from './trends.ts'
import { listCustomers, viewCustomer } from './view-customer.ts'
import { viewTimeline } from './view-timeline.ts'

/** What one operator asks and another decides. */
const byTwo = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(requests.listRequests, ({ kinds = requests.requestKinds, ...ask }, call) =>
    listRequests(deps, { ...ask, kinds }, call),
  ),
  handleOperator(requests.proposeRole, (ask, call) => proposeRoleChange(deps, ask, call)),
  handleOperator(requests.approveRole, (ask, call) => approveRoleChange(deps, ask, call)),
  handleOperator(requests.rejectRole, (ask, call) => reject(deps, { kinds: roleKinds, ask }, call)),
  handleOperator(requests.readParams, () => readParams(deps)),
  handleOperator(requests.proposeParams, (ask, call) => proposeTerms(deps, ask, call)),
  handleOperator(requests.approveParams, (ask, call) => approveTerms(deps, ask, call)),
  handleOperator(requests.rejectParams, (ask, call) => reject(deps, { kinds: paramKinds, ask }, call)),
  handleOperator(adjustments.proposeAdjustment, (ask, call) => proposeAdjustment(deps, ask, call)),
  handleOperator(adjustments.approveAdjustment, (ask, call) => approveAdjustment(deps, ask, call)),
  handleOperator(adjustments.rejectAdjustment, (ask, call) => reject(deps, { kinds: adjustmentKinds, ask }, call)),
  handleOperator(requests.proposeLimit, (ask, call) => proposeHigherLimit(deps, ask, call)),
  handleOperator(requests.approveLimit, (ask, call) => approveHigherLimit(deps, ask, call)),
  handleOperator(requests.rejectLimit, (ask, call) => reject(deps, { kinds: limitKinds, ask }, call)),
  handleOperator(riskRoutes.proposeRestriction, (ask, call) => proposeRestriction(deps, ask, call)),
  handleOperator(riskRoutes.approveRestriction, (ask, call) => approveRestriction(deps, ask, call)),
  handleOperator(riskRoutes.rejectRestriction, (ask, call) => reject(deps, { kinds: restrictionKinds, ask }, call)),
  handleOperator(riskRoutes.proposeListing, (ask, call) => proposeListing(deps, ask, call)),
  handleOperator(riskRoutes.approveListing, (ask, call) => approveListing(deps, ask, call)),
  handleOperator(riskRoutes.rejectListing, (ask, call) => reject(deps, { kinds: listingKinds, ask }, call)),
  handleOperator(requests.proposeTopUp, (ask, call) => proposeMoreReserve(deps, ask, call)),
  handleOperator(requests.approveTopUp, (ask, call) => approveMoreReserve(deps, ask, call)),
  handleOperator(requests.rejectTopUp, (ask, call) => reject(deps, { kinds: topUpKinds, ask }, call)),
]

const ofLegalHolds = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(legalHolds.listLegalHolds, (ask, call) => listHolds(deps, ask, call)),
  handleOperator(legalHolds.heldCustomers, async ({ page = 1, size = 50 }) => ({
    ...(await deps.heldCustomers({ limit: size, offset: (page - 1) * size })),
    page,
    size,
  })),
  handleOperatorUpload(legalHolds.uploadLegalDocument, maxDocumentBytes, (ask, call) => fileDocument(deps, ask, call)),
  handleOperator(legalHolds.viewLegalDocument, async (ask, call) => withPicture(await openDocument(deps, ask, call))),
  handleOperator(legalHolds.proposeLegalHold, (ask, call) => proposeHold(deps, ask, call)),
  handleOperator(legalHolds.approveLegalHold, (ask, call) => approveHold(deps, ask, call)),
  handleOperator(legalHolds.rejectLegalHold, (ask, call) => reject(deps, { kinds: holdKinds, ask }, call)),
]

const ofCustomers = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(customers.operatorUsers, (ask) => listCustomers(deps, ask)),
  handleOperator(customers.operatorUser, (ask, call) => viewCustomer(deps, ask, call)),
  handleOperator(timeline.customerTimeline, (ask, call) => viewTimeline(deps, ask, call)),
  handleOperator(timeline.revealTimeline, (ask, call) => viewTimeline(deps, ask, call)),
  handleOperator(customers.revealUser, (ask, call) => revealCustomer(deps, ask, call)),
  handleOperator(customers.restrictUser, (ask, call) => restrictCustomer(deps, ask, call)),
  handleOperator(customers.noteUser, (ask, call) => noteCustomer(deps, ask, call)),
]

const ofTheHouse = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(requests.operatorList, async () =>
    (await listOperators(deps.db)).map((one) => ({
      id: one.id,
      name: one.name,
      status: one.status,
      roles: [...one.roles],
      sandbox: one.sandbox,
      passkeys: one.passkeys.length,
      otp: one.totpEnabled,
      lastSignInAt: one.lastSignInAt,
      absentUntil: one.absentUntil,
      networks: [...one.networks],
    })),
  ),
  handleOperator(setAbsenceRoute, (ask, call) => setAbsence(deps, ask, call)),
  handleOperator(house.serviceLevels, () => serviceLevels(deps)),
  handleOperator(course.caseCourse, (ask, call) => caseCourse(deps.db, ask, call)),
  handleOperator(house.anomalies, () => listAnomalies(deps)),
  handleOperator(house.claims, (_ask, call) => listClaims(deps, call)),
  handleOperator(house.claimWork, (ask, call) => claimWork(deps, ask, call)),
  handleOperator(house.exposure, ({ mode = 'real' }) => deps.exposure(mode)),
  handleOperator(dashboard.exposureTotal, ({ mode = 'real' }) => deps.exposureTotal(mode)),
  handleOperator(dashboard.operatorTrends, createTrends(deps)),
  handleOperator(dashboard.openAlerts, async () =>
    (await listOpenAlerts(deps.db)).map(({ foundAt: _foundAt, ...alert }) => alert),
  ),
  handleOperator(house.exportCsv, (ask, call) => exportCsv(deps, ask, call)),
  handleOperator(house.auditActs, async ({ page = 1, size = 50, ...ask }) => {
    const { rows, total } = await findActs(deps.db, { ...ask, limit: size, offset: (page - 1) * size })
    const sealed = await deps.sealedActs(rows.map(({ seq }) => seq))
    return {
      rows: rows.map(({ operatorId: _id, ...act }) => ({
        ...act,
        roles: [...act.roles],
        record: sealed.get(act.seq) ?? null,
      })),
      total,
      page,
      size,
    }
  }),
]

/** What operators keep for their own work. */
const ofTheWorkspace = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(dashboard.assignments, () => listAssignments(deps)),
  handleOperator(dashboard.assignCases, (ask, call) => assignCases(deps, ask, call)),
  handleOperator(workspace.savedViews, (_ask, call) => listViews(deps, call)),
  handleOperator(workspace.saveView, (ask, call) => saveView(deps, ask, call)),
  handleOperator(workspace.macros, () => listMacros(deps)),
  handleOperator(workspace.addMacro, (ask, call) => addMacro(deps, ask, call)),
  handleOperator(workspace.dropMacro, (ask, call) => dropMacro(deps, ask, call)),
]

/** Every call of the console that is the operators' domain's own, sign-in aside. */
export const consoleRoutes = (deps: ConsoleDeps): MountedOperator[] => [
  ...byTwo(deps),
  ...ofLegalHolds(deps),
  ...ofCustomers(deps),
  ...ofTheHouse(deps),
  ...ofTheWorkspace(deps),
]
