import { approveRole, operatorList, rejectRole } from '@evenhand/protocol/operator-requests.ts'
import { screen, type Feature, type RequestSpec, type Sentence, type SentenceMaker } from '../../lib/feature.ts'
import { code, text } from '../../lib/sentence-values.ts'
import { requestTabSearch } from '../../requests/request-search.ts'

/** What is requested about an operator, or signed about one, as one of the sentences. */
const changeOf =
  (key: Sentence['key']): SentenceMaker =>
  ({ operator, role, email, networks }) => ({
    key,
    values: {
      operator: text(operator),
      role: code(role, `common.role.${role}`),
      email: text(email),
      networks: text(networks),
    },
  })
const roleRequest = (line: Sentence['key']): RequestSpec => ({
  approve: approveRole,
  reject: rejectRole,
  to: '/operators',
  tab: 'requests',
  line: changeOf(line),
})

/** Who works here, and in which roles. */
export const operators = {
  screens: [
    screen({
      path: '/operators',
      title: 'operators.title',
      group: 'control',
      icon: 'M15 9a4 4 0 1 1-3.500 5.900L6 20H3v-3l6.100-5.500A4 4 0 0 1 15 9ZM16 12h.01',
      needs: [operatorList],
      search: requestTabSearch,
      load: async () => (await import('./operators-screen.tsx')).OperatorsScreen,
    }),
  ],
  requests: {
    'role.grant': roleRequest('operators.line.grant'),
    'role.revoke': roleRequest('operators.line.revoke'),
    'operator.invite': {
      ...roleRequest('operators.line.invite'),
      effect: ({ email }) => ({ key: 'requests.effect.invites', values: { email: text(email) } }),
    },
    'operator.end': roleRequest('operators.line.end'),
    'operator.networks': roleRequest('operators.line.networks'),
  },
  sentences: {
    'role.grant': changeOf('operators.sentence.roleGrant'),
    'role.revoke': changeOf('operators.sentence.roleRevoke'),
    'operator.invite': changeOf('operators.sentence.invite'),
    'operator.end': changeOf('operators.sentence.endAccess'),
    'operator.networks': changeOf('operators.sentence.networks'),
  },
} as const satisfies Feature
