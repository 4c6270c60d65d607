import {
  compareCapabilities,
  type Capabilities,
  type CapabilityFault,
  type ChangedCall,
  type OperatorCall,
} from '@evenhand/proofs/compare-capabilities.ts'
import { findingLines } from './verify-lines.ts'
import type { TextKey, TextOf } from './verify-text.ts'

type ReadFile = {
  readonly file: string
  readonly findings: readonly CapabilityFault[]
  readonly document?: Capabilities
}

const callText = ({ method, path, does, roles }: OperatorCall): string =>
  `${method} ${path}  (${does}: ${roles.join(', ')})`

function changeLines({ before, after }: ChangedCall): string[] {
  const changed = (['does', 'roles', 'summary'] as const).flatMap((name) => {
    const [was, is] = [before, after].map((call) => [call[name]].flat().join(', '))
    return was === is ? [] : [`      ${name}: ${was} → ${is}`]
  })
  return [`  ~ ${after.method} ${after.path}`, ...changed]
}

/** What the command prints about two releases: how many calls each has, and what operators gained, lost, or do otherwise. */
export function capabilityLines(
  read: readonly ReadFile[],
  textOf: TextOf,
): { readonly isSame: boolean; readonly lines: readonly string[] } {
  const findings = read.flatMap((one) =>
    one.findings.map((finding) => ({ ...finding, at: `${one.file}: ${finding.at}` })),
  )
  const [older, newer] = read.map(({ document }) => document)
  if (findings.length > 0 || older === undefined || newer === undefined)
    return { isSame: false, lines: findingLines(findings, textOf) }
  const { gained, lost, changed } = compareCapabilities(older, newer)
  const part = <T>(key: TextKey, items: readonly T[], linesOf: (item: T) => string[]): string[] =>
    items.length === 0 ? [] : [textOf(key, { found: String(items.length) }), ...items.flatMap(linesOf)]
  const differences = gained.length + lost.length + changed.length
  const heads = read.map(({ file, document }) =>
    textOf('callsOf', { at: file, found: String(document?.calls.length), expected: document?.hash }),
  )
  const lines = [
    ...heads,
    ...part('callsGained', gained, (call) => [`  + ${callText(call)}`]),
    ...part('callsLost', lost, (call) => [`  − ${callText(call)}`]),
    ...part('callsChanged', changed, changeLines),
    differences === 0 ? textOf('callsSame') : textOf('callsDiffer', { found: String(differences) }),
  ]
  return { isSame: differences === 0, lines }
}
