import type { IdentitySettings } from '../../../kernel/config/identity-settings.ts'
import type { IdentityCheck } from './identity-check.ts'
import { sumsub } from './sumsub.ts'
import { veriff } from './veriff.ts'

/** The provider that is configured; undefined where none is. */
export function openIdentityCheck(settings: IdentitySettings, now: () => number): IdentityCheck | undefined {
  if (settings === undefined) return undefined
  return settings.name === 'sumsub' ? sumsub({ ...settings.settings, now }) : veriff(settings.settings)
}
