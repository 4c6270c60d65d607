import { Card } from '@evenhand/ui/states.tsx'
import { LanguageList } from '../../layout/language-list.tsx'

export const LanguageScreen = () => (
  <Card className="max-w-card p-3">
    <LanguageList />
  </Card>
)
