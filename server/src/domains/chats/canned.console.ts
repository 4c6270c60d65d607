import { namedReasons } from '@evenhand/protocol/automatic-reasons.ts'
import {
  chatAnswers,
  dropChatAnswer,
  keepChatAnswer,
  setChatHours,
  type CannedAnswer,
} from '@evenhand/protocol/chats-console.ts'
import { langValues } from '@evenhand/protocol/languages.ts'
import type * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../../kernel/http/operator-call.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { dateOf } from '../../kernel/time/clock.ts'
import type { ChatsConsoleDeps } from './chats.deps.ts'
import { brokenPromise } from './promise-guard/guard.ts'
import { readHours } from './service.ts'

/** Prepared replies and the hours of service. */
export const cannedConsole = (deps: ChatsConsoleDeps): MountedOperator[] => [
  handleOperator(chatAnswers, () => list(deps)),
  handleOperator(keepChatAnswer, (request, call) => keep(deps, request, call)),
  handleOperator(dropChatAnswer, (request, call) => drop(deps, request, call)),
  handleOperator(setChatHours, (request, call) => setHours(deps, request, call)),
]

async function list({ db }: ChatsConsoleDeps) {
  const { rows: answers } = await sql<CannedAnswer>`
    select id, key, texts, floor(extract(epoch from changed_at) * 1000)::float8 as "changedAt"
    from chats.canned order by key`.execute(db)
  return { answers, hours: await hoursOf(db) }
}

async function hoursOf(db: ChatsConsoleDeps['db']) {
  const { days, from, to } = await readHours(db)
  return { days: [...days], from, to }
}

/** Refuses 40020 where a language is missing. A text that requests what staff never request is not kept. */
async function keep(
  { db, clock, operators }: ChatsConsoleDeps,
  { key, texts }: z.output<typeof keepChatAnswer.request>,
  call: OperatorCall,
) {
  const missing = langValues.filter((lang) => (texts[lang] ?? '').trim() === '')
  if (missing.length > 0) throw refuse('dataIncomplete', { fields: [{ field: 'texts', reason: 'missing' }] })
  for (const lang of langValues) {
    const broken = brokenPromise(texts[lang] ?? '')
    if (broken !== undefined) return { blocked: { ...broken, lang } }
  }
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    await sql`insert into chats.canned (id, key, texts, changed_by, changed_at)
      values (${uuidV7(at)}, ${key}, ${JSON.stringify(texts)}::jsonb, ${call.operator.id}, ${dateOf(at)})
      on conflict (key) do update set texts = excluded.texts, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
      tx,
    )
    await operators.recordAuditEntry(tx, call, {
      act: 'chat.answerKept',
      subject: `chatAnswer:${key}`,
      reason: `${namedReasons.answer} ${key}`,
      after: { texts },
    })
  })
  return { blocked: null }
}

async function drop({ db, operators }: ChatsConsoleDeps, { key }: { key: string }, call: OperatorCall) {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`delete from chats.canned where key = ${key} returning id`.execute(tx)
    if (rows.length === 0) throw refuse('notFound')
    await operators.recordAuditEntry(tx, call, {
      act: 'chat.answerDropped',
      subject: `chatAnswer:${key}`,
      reason: `${namedReasons.answer} ${key}`,
    })
  })
  return {}
}

async function setHours(
  { db, operators }: ChatsConsoleDeps,
  request: z.output<typeof setChatHours.request>,
  call: OperatorCall,
) {
  const days = [...new Set(request.days)].toSorted((a, b) => a - b)
  if (request.to <= request.from) throw refuse('dataIncomplete', { fields: [{ field: 'to', reason: 'malformed' }] })
  await db.transaction().execute(async (tx) => {
    const before = await hoursOf(tx)
    await sql`update chats.hours set days = ${days}::smallint[], from_minute = ${request.from}, to_minute = ${request.to}`.execute(
      tx,
    )
    await operators.recordAuditEntry(tx, call, {
      act: 'chat.hours',
      subject: 'chatHours',
      reason: 'hours of customer service',
      before,
      after: { days, from: request.from, to: request.to },
    })
  })
  return {}
}
