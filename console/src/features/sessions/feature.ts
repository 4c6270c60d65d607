import { operatorSessions } from '@evenhand/protocol/operators.ts'
import { screen, type Feature } from '../../lib/feature.ts'

/** Where an operator is signed in. */
export const sessions = {
  screens: [
    screen({
      path: '/sessions',
      title: 'sessions.screen',
      group: 'control',
      icon: 'M4 5h16v11H4zM9 20h6M12 16v4',
      needs: [operatorSessions],
      isForEveryone: true,
      search: {},
      load: async () => (await import('./sessions-screen.tsx')).SessionsScreen,
    }),
  ],
} as const satisfies Feature
