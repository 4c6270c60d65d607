import { sealedLedger } from '@evenhand/protocol/operator-checks.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { saveBlob } from '@evenhand/ui/save-file.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

type Page = z.output<typeof sealedLedger.result>

/** Every sealed run with its proof, one a line, as the command that checks it elsewhere reads it. */
async function allRuns(): Promise<Blob> {
  const lines: string[] = []
  let after: number | null = 0
  while (after !== null) {
    const page: Page = await call(sealedLedger, after === 0 ? {} : { after })
    if (page.runs.length > 0) lines.push(`${JSON.stringify(page)}\n`)
    after = page.next
  }
  return new Blob(lines, { type: 'application/x-ndjson' })
}

/** Saves the sealed entries so that they can be checked with the server down. */
export function SaveSealedLedger() {
  const t = useTranslations('ledger')
  const save = useMutation({ mutationFn: async () => saveBlob('ledger-sealed.jsonl', await allRuns()) })
  return (
    <Button variant="quiet" busy={save.isPending} onClick={() => save.mutate()}>
      {t('saveSealed')}
    </Button>
  )
}
