import {
  automaticReasons,
  namedReasons,
  type AutomaticReason,
  type NamedReason,
} from '@evenhand/protocol/automatic-reasons.ts'
import { useTranslations } from 'use-intl'

const keyOf = (code: string): string => code.replaceAll('.', '_')

/** What an operator did, in the language of the page; the code itself where this page is older than the action. */
export function useActionText(): (act: string) => string {
  const t = useTranslations('acts')
  return (act) => {
    // A picture of an identity is viewed by its name; the name stands beside the action.
    const own = `act.${act.startsWith('kyc.view.') ? 'kyc_picture' : keyOf(act)}`
    if (t.has(own as never)) return t(own as 'act.user_look')
    const [kind, part] = [act.slice(0, act.lastIndexOf('.')), act.slice(act.lastIndexOf('.') + 1)]
    const [what, how] = [`request.${keyOf(kind)}`, `part.${part}`]
    if (!t.has(what as never) || !t.has(how as never)) return act
    return t(how as 'part.propose', { what: t(what as 'request.params') })
  }
}

const namesOfReasons = new Map(Object.entries(automaticReasons).map(([name, text]) => [text as string, name]))

const namesOfNamed = new Map(Object.entries(namedReasons).map(([name, text]) => [text as string, name]))
const named = new RegExp(`^(${[...namesOfNamed.keys()].join('|')}) ([A-Za-z0-9.-]+)$`)

/** A reason of the record: one that the server wrote in the language of the page, an operator's in the operator's words. */
export function useReasonText(): (reason: string) => string {
  const t = useTranslations('acts')
  return (reason) => {
    const name = namesOfReasons.get(reason)
    if (name !== undefined) return t(`reason.${name as AutomaticReason}`)
    const [, about = '', subject = ''] = named.exec(reason) ?? []
    const kind = namesOfNamed.get(about)
    return kind === undefined ? reason : t(`named.${kind as NamedReason}`, { name: `\u2066${subject}\u2069` })
  }
}
