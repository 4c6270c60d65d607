import { FiguresPage } from '../features/home/figures-page.tsx'
import { pinKeys } from '../features/orders/pinned-keys.ts'

const keptKeys = async () => (await pinKeys()).text

export const Transparency = () => <FiguresPage keptKeys={keptKeys} />
