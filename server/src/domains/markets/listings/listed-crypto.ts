import { figureSource, type FigureSource } from '../../../kernel/module/figure-source.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Instrument } from '../catalogue/instrument.ts'

const cryptoType = 2

const counted = `select case when exists (select from markets.instruments where last_ts is not null)
  then count(*) filter (where last_ts >= $1::bigint)::text end as value
from markets.instruments as instrument
where code = any($2::text[])
  and not exists (
    select from markets.listings as change
    where change.code = instrument.code and change.state = 'delisted'
      and not exists (select from markets.listings as later where later.code = change.code and later.seq > change.seq))`

/**
 * How many listed cryptocurrencies have a recorded tick since a time. `$2` are the codes of type 2 in the catalogue that
 * ships. Without a basis while nothing at all has been recorded, which is the first minute of an installation.
 */
export const listedCrypto = (params: { db: Db<'markets'>; instruments: () => readonly Instrument[] }): FigureSource =>
  figureSource(params.db, counted, () => [
    params
      .instruments()
      .filter(({ type }) => type === cryptoType)
      .map(({ code }) => code),
  ])
