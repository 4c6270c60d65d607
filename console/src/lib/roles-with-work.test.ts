import { expect, test } from 'vitest'
import { features } from '../features.ts'
import { gather } from './feature.ts'
import { rolesWithWork } from './roles-with-work.ts'

test('a role without a screen of its own is not offered', () =>
  expect(rolesWithWork(gather(features).screens)).toEqual([
    'superadmin',
    'kyc',
    'finance1',
    'finance2',
    'risk',
    'support',
    'content',
    'charity',
    'auditor',
  ]))
