// One file for the screens of help: who opens one opens another.
export { FaqScreen } from './faq-screen.tsx'
export { HelpScreen } from './help-screen.tsx'
export { NoticeScreen } from './notice-screen.tsx'
