import { sealedAudit } from '@evenhand/protocol/operator-result.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { fileText, saveFile } from '@evenhand/ui/save-file.ts'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '../../lib/call.ts'

type Sealed = z.output<typeof sealedAudit.result>

/** The whole record with its proofs, page after page, as the command that checks it elsewhere reads it. */
async function allPages(): Promise<Sealed[]> {
  const pages: Sealed[] = []
  let after: number | null = 0
  while (after !== null) {
    const page: Sealed = await call(sealedAudit, after === 0 ? {} : { after })
    pages.push(page)
    after = page.next
  }
  return pages
}

/** Saves the record of operators so that it can be checked with the server down. */
export function SaveSealed() {
  const t = useTranslations('audit')
  const save = useMutation({
    mutationFn: async () => saveFile('operator-acts-sealed.json', fileText(await allPages())),
  })
  return (
    <Button variant="quiet" busy={save.isPending} onClick={() => save.mutate()}>
      {t('saveSealed')}
    </Button>
  )
}
