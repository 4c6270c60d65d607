import type { OperatorRole } from '@evenhand/protocol/operator-route.ts'
import { useTranslations } from 'use-intl'
import { useFeatures } from '../../lib/feature.ts'
import { rolesWithWork } from '../../lib/roles-with-work.ts'

/** Roles of which the sandbox has two people, because one of them proposes and the other confirms. */
const inPairs: readonly OperatorRole[] = ['superadmin', 'kyc', 'risk', 'charity', 'content']
const loginsOf = (role: OperatorRole) => {
  const one = { name: `sandbox-${role}`, password: `${role}-tries-things`, role, second: false }
  return inPairs.includes(role) ? [one, { ...one, name: `sandbox-${role}-2`, second: true }] : [one]
}

type SandboxLoginsProps = { busy: boolean; onChoose: (login: { name: string; password: string }) => void }

/** Ready operators of a sandbox, one press each: trying what takes two people needs no typing. */
export function SandboxLogins({ busy, onChoose }: SandboxLoginsProps) {
  const t = useTranslations('signin')
  const common = useTranslations('common')
  // A role without a screen of its own has nothing to try.
  const logins = rolesWithWork(useFeatures().screens).flatMap(loginsOf)
  return (
    <section aria-labelledby="sandbox-logins" className="rounded-card bg-warn-weak p-4">
      <h2 id="sandbox-logins" className="font-600 text-warn">
        {t('sandboxTitle')}
      </h2>
      <p className="mt-0.5 mb-3 text-13 text-fg2">{t('sandboxText')}</p>
      <ul className="flex flex-wrap gap-2">
        {logins.map(({ name, password, role, second }) => (
          <li key={name}>
            <button
              type="button"
              disabled={busy}
              title={name}
              onClick={() => onChoose({ name, password })}
              className="inline-flex min-h-9 items-center rounded-control border border-control bg-surface px-3 text-13 font-600 hover:bg-sunken mobile:min-h-11"
            >
              {common(`role.${role}`)}
              {second && ' · 2'}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
