import { differenceWords } from '@evenhand/protocol/audit-words.ts'
import type { AuditFinding } from '@evenhand/protocol/operator-checks.ts'
import { Difference } from '@evenhand/ui/difference.tsx'
import { useFindingTexts } from '../lib/finding-texts.ts'

/** Where something differs from what it should be, and how. */
export function Findings({ findings }: { findings: readonly AuditFinding[] }) {
  const texts = useFindingTexts()
  return (
    <ul className="mt-2 flex flex-col gap-3 text-13">
      {findings.map((finding) => (
        <Difference key={`${finding.at}${finding.found}`} {...differenceWords(finding, texts)} />
      ))}
    </ul>
  )
}
