import { maxDocumentBytes } from '@evenhand/protocol/files.ts'
import * as course from '@evenhand/protocol/case-course.ts'
import * as legalHolds from '@evenhand/protocol/legal-holds.ts'
import * as timeline from '@evenhand/protocol/customer-timeline.ts'
import * as customers from '@evenhand/protocol/operator-customers.ts'
import * as dashboard from '@evenhand/protocol/operator-dashboard.ts'
import * as workspace from '@evenhand/protocol/operator-workspace.ts'
import { exportCsv as exportRoute } from '@evenhand/protocol/operator-exports.ts'
import * as house from '@evenhand/protocol/operator-result.ts'
import * as adjustments from '@evenhand/protocol/operator-adjustments.ts'
import { setAbsence as setAbsenceRoute } from '@evenhand/protocol/operators.ts'
import * as riskRoutes from '@evenhand/protocol/operator-risk.ts'
import * as requests from '@evenhand/protocol/operator-requests.ts'
import * as topUps from '@evenhand/protocol/reserve-top-ups.ts'
import * as plans from '@evenhand/protocol/plans-console.ts'
import { withPicture } from '../../kernel/http/http.ts'
import { handleOperator, handleOperatorUpload, type MountedOperator } from '../../kernel/http/operator-call.ts'
import { adjustmentKinds, approveAdjustment, proposeAdjustment } from './adjust-balance.ts'
import { noteCustomer, revealCustomer } from './note-customer.ts'
import { findAuditEntries } from './audit-log.store.ts'
import { listAnomalies } from './anomalies.ts'
import { approveRoleChange, proposeRoleChange, roleKinds } from './change-roles.ts'
import { approvePlan, planKinds, proposePlan, proposePlanState } from './change-plans.ts'
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
import { alertsFor, serviceLevels } from './service-levels.ts'
import { setAbsence } from './set-absence.ts'
import { assignCases, listAssignments } from './assign-cases.ts'
import { createTrends } from './trends.ts'
import { listCustomers, viewCustomer } from './view-customer.ts'
import { viewTimeline } from './view-timeline.ts'

/** What one operator proposes and another decides. */
const byTwo = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(requests.listRequests, ({ kinds = requests.requestKinds, ...request }, call) =>
    listRequests(deps, { ...request, kinds }, call),
  ),
  handleOperator(requests.proposeRole, (request, call) => proposeRoleChange(deps, request, call)),
  handleOperator(requests.approveRole, (request, call) => approveRoleChange(deps, request, call)),
  handleOperator(requests.rejectRole, (request, call) => reject(deps, { kinds: roleKinds, request }, call)),
  handleOperator(requests.readParams, () => readParams(deps)),
  handleOperator(requests.proposeParams, (request, call) => proposeTerms(deps, request, call)),
  handleOperator(requests.approveParams, (request, call) => approveTerms(deps, request, call)),
  handleOperator(requests.rejectParams, (request, call) => reject(deps, { kinds: paramKinds, request }, call)),
  handleOperator(adjustments.proposeAdjustment, (request, call) => proposeAdjustment(deps, request, call)),
  handleOperator(adjustments.approveAdjustment, (request, call) => approveAdjustment(deps, request, call)),
  handleOperator(adjustments.rejectAdjustment, (request, call) =>
    reject(deps, { kinds: adjustmentKinds, request }, call),
  ),
  handleOperator(requests.proposeLimit, (request, call) => proposeHigherLimit(deps, request, call)),
  handleOperator(requests.approveLimit, (request, call) => approveHigherLimit(deps, request, call)),
  handleOperator(requests.rejectLimit, (request, call) => reject(deps, { kinds: limitKinds, request }, call)),
  handleOperator(riskRoutes.proposeRestriction, (request, call) => proposeRestriction(deps, request, call)),
  handleOperator(riskRoutes.approveRestriction, (request, call) => approveRestriction(deps, request, call)),
  handleOperator(riskRoutes.rejectRestriction, (request, call) =>
    reject(deps, { kinds: restrictionKinds, request }, call),
  ),
  handleOperator(riskRoutes.proposeListing, (request, call) => proposeListing(deps, request, call)),
  handleOperator(riskRoutes.approveListing, (request, call) => approveListing(deps, request, call)),
  handleOperator(riskRoutes.rejectListing, (request, call) => reject(deps, { kinds: listingKinds, request }, call)),
  handleOperator(plans.proposePlan, (request, call) => proposePlan(deps, request, call)),
  handleOperator(plans.proposePlanState, (request, call) => proposePlanState(deps, request, call)),
  handleOperator(plans.approvePlan, (request, call) => approvePlan(deps, request, call)),
  handleOperator(plans.rejectPlan, (request, call) => reject(deps, { kinds: planKinds, request }, call)),
  handleOperator(topUps.proposeTopUp, (request, call) => proposeMoreReserve(deps, request, call)),
  handleOperator(topUps.approveTopUp, (request, call) => approveMoreReserve(deps, request, call)),
  handleOperator(topUps.rejectTopUp, (request, call) => reject(deps, { kinds: topUpKinds, request }, call)),
]

const ofLegalHolds = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(legalHolds.listLegalHolds, (request, call) => listHolds(deps, request, call)),
  handleOperator(legalHolds.heldCustomers, async ({ page = 1, size = 50 }) => ({
    ...(await deps.heldCustomers({ limit: size, offset: (page - 1) * size })),
    page,
    size,
  })),
  handleOperatorUpload(legalHolds.uploadLegalDocument, maxDocumentBytes, (request, call) =>
    fileDocument(deps, request, call),
  ),
  handleOperator(legalHolds.viewLegalDocument, async (request, call) =>
    withPicture(await openDocument(deps, request, call)),
  ),
  handleOperator(legalHolds.proposeLegalHold, (request, call) => proposeHold(deps, request, call)),
  handleOperator(legalHolds.approveLegalHold, (request, call) => approveHold(deps, request, call)),
  handleOperator(legalHolds.rejectLegalHold, (request, call) => reject(deps, { kinds: holdKinds, request }, call)),
]

const ofCustomers = (deps: ConsoleDeps): MountedOperator[] => [
  handleOperator(customers.operatorUsers, (request) => listCustomers(deps, request)),
  handleOperator(customers.operatorUser, (request, call) => viewCustomer(deps, request, call)),
  handleOperator(timeline.customerTimeline, (request, call) => viewTimeline(deps, request, call)),
  handleOperator(timeline.revealTimeline, (request, call) => viewTimeline(deps, request, call)),
  handleOperator(customers.revealUser, (request, call) => revealCustomer(deps, request, call)),
  handleOperator(customers.restrictUser, (request, call) => restrictCustomer(deps, request, call)),
  handleOperator(customers.noteUser, (request, call) => noteCustomer(deps, request, call)),
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
  handleOperator(setAbsenceRoute, (request, call) => setAbsence(deps, request, call)),
  handleOperator(house.serviceLevels, (_request, call) => serviceLevels(deps, call)),
  handleOperator(course.caseCourse, (request, call) => caseCourse(deps.db, request, call)),
  handleOperator(house.anomalies, () => listAnomalies(deps)),
  handleOperator(house.claims, (_request, call) => listClaims(deps, call)),
  handleOperator(house.claimWork, (request, call) => claimWork(deps, request, call)),
  handleOperator(house.exposure, ({ mode = 'real' }) => deps.exposure(mode)),
  handleOperator(dashboard.exposureTotal, ({ mode = 'real' }) => deps.exposureTotal(mode)),
  handleOperator(dashboard.operatorTrends, createTrends(deps)),
  handleOperator(dashboard.openAlerts, (_request, call) => alertsFor(deps, call)),
  handleOperator(exportRoute, (request, call) => exportCsv(deps, request, call)),
  handleOperator(house.auditLog, async ({ page = 1, size = 50, ...request }) => {
    const { rows, total } = await findAuditEntries(deps.db, { ...request, limit: size, offset: (page - 1) * size })
    const sealed = await deps.recordsOfAuditEntries(rows.map(({ seq }) => seq))
    return {
      rows: rows.map(({ operatorId: _id, ...entry }) => ({
        ...entry,
        roles: [...entry.roles],
        record: sealed.get(entry.seq) ?? null,
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
  handleOperator(dashboard.assignCases, (request, call) => assignCases(deps, request, call)),
  handleOperator(workspace.savedViews, (_request, call) => listViews(deps, call)),
  handleOperator(workspace.saveView, (request, call) => saveView(deps, request, call)),
  handleOperator(workspace.macros, () => listMacros(deps)),
  handleOperator(workspace.addMacro, (request, call) => addMacro(deps, request, call)),
  handleOperator(workspace.dropMacro, (request, call) => dropMacro(deps, request, call)),
]

/** Every call of the console that is the operators' domain's own, sign-in aside. */
export const consoleRoutes = (deps: ConsoleDeps): MountedOperator[] => [
  ...byTwo(deps),
  ...ofLegalHolds(deps),
  ...ofCustomers(deps),
  ...ofTheHouse(deps),
  ...ofTheWorkspace(deps),
]
