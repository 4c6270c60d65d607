import { expect, it } from 'vitest'
import { isReservedName } from './reserved-names.ts'

it.each([
  ['evenhand', 'Evenhand_Trade', 'e_v_e_n_h_a_n_d', '3v3nh4nd', 'the_EVENHAND_team', 'evenhand2026'],
  ['admin', 'ADMIN', 'adm1n', 'admin24', '24admin', 'adrnin', 'the_admin', 'Admin_istrator'],
  ['support', 'supp0rt', 'Support_7', 'operator', '0perator', 'customer_service', 'kefu', 'SECURlTY'],
])('keeps back what could be taken for the house: %s …', (...names) => {
  for (const name of names) expect([name, isReservedName(name)]).toEqual([name, true])
})

it('leaves all other names free', () => {
  for (const name of ['amy', 'ben', 'supporter', 'adminah', 'rootbeer', 'systematic', 'teamo', 'steven'])
    expect([name, isReservedName(name)]).toEqual([name, false])
})
