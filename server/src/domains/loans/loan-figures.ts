import type { Db } from '../../kernel/db/db.ts'
import { figureSource, type FigureSource } from '../../kernel/module/figure-source.ts'

/**
 * Principal that is out, and how much of it is late: a JSON object of counts and of amounts in smallest units of USDT.
 * What is overdue, in arrears or repaid by a plan is out as well; what was written off is not.
 */
export const loansOut = (db: Db<'loans'>): FigureSource =>
  figureSource(
    db,
    `with open as (select status, amount - principal_paid as principal,
    exists (select from loans.repayment_plans p where p.loan_id = l.id and p.status = 'ACCEPTED') as planned from loans.loans l
  where status in ('ACTIVE', 'OVERDUE', 'IN_ARREARS', 'WRITTEN_OFF'))
select json_build_object(
  'loans', count(*) filter (where status <> 'WRITTEN_OFF'),
  'principal', coalesce(sum(principal) filter (where status <> 'WRITTEN_OFF'), 0)::text,
  'overdueLoans', count(*) filter (where status = 'OVERDUE'),
  'overdue', coalesce(sum(principal) filter (where status = 'OVERDUE'), 0)::text,
  'arrearsLoans', count(*) filter (where status = 'IN_ARREARS'),
  'arrears', coalesce(sum(principal) filter (where status = 'IN_ARREARS'), 0)::text,
  'plannedLoans', count(*) filter (where planned),
  'planned', coalesce(sum(principal) filter (where planned), 0)::text,
  'writtenOffLoans', count(*) filter (where status = 'WRITTEN_OFF'),
  'writtenOff', coalesce(sum(principal) filter (where status = 'WRITTEN_OFF'), 0)::text)::text as value
from open`,
  )
