import { capabilitiesHash, type Capabilities, type OperatorCall } from '../src/compare-capabilities.ts'
import { nodeCrypto } from '../src/crypto-node.ts'

export const makeCall = (over: Partial<OperatorCall> = {}): OperatorCall => ({
  method: 'POST',
  path: '/swx/admin/deposits/approve',
  does: 'approve',
  roles: ['finance1', 'finance2'],
  summary: 'Approves a deposit.',
  ...over,
})

const threeCalls = [
  makeCall(),
  makeCall({ path: '/swx/admin/instruments/suspend', does: 'act', roles: ['risk'], summary: 'Stops new orders.' }),
  makeCall({ method: 'GET', path: '/swx/admin/params', does: 'read', roles: ['risk', 'auditor'], summary: 'Reads.' }),
]

/** What public/capabilities returns, with the hash of its calls. */
export const makeCapabilities = (calls: readonly OperatorCall[] = threeCalls): Capabilities => ({
  sentence: 'none sets prices, ticks or results',
  hash: capabilitiesHash(calls, nodeCrypto),
  calls,
})
