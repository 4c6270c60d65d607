import type { Page } from 'playwright-core'

/** A sandbox's own customer, signed in on the virtual account, as the browser would remember it. */
export async function signIn(page: Page, origin: string, name: 'amy' | 'ben' = 'amy'): Promise<void> {
  const answer = await fetch(`${origin}/swx/customer/login/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ account: name, password: `${name}-tries-things` }),
  })
  const { result } = (await answer.json()) as { result: { token: string; user: unknown } }
  await page.context().addInitScript(
    ([token, user]) => {
      localStorage.setItem('token', token)
      localStorage.setItem('userInfo', user)
      localStorage.setItem('isLogin', '1')
      localStorage.setItem('virtual', '0')
    },
    [result.token, JSON.stringify(result.user)] as const,
  )
}

/** The newest code a sandbox mailed to an address. */
export async function mailedCode(origin: string, to: string): Promise<string> {
  const answer = await fetch(`${origin}/sandbox/mails?to=${encodeURIComponent(to)}`, {
    headers: { accept: 'application/json' },
  })
  const mails = (await answer.json()) as { text: string }[]
  return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? ''
}
