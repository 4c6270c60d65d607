import { TextField } from '@evenhand/ui/field.tsx'
import { useTranslations } from 'use-intl'

/** Whether a text may be a list of addresses and networks, or is empty; the server parses it. */
export const isNetworkList = (text: string): boolean => text === '' || /^[0-9a-f.:/, ]+$/i.test(text)
/** The signed value of such a text. */
export const networksValue = (text: string): string => text.replaceAll(' ', '') || 'any'

type NetworksFieldProps = { value: string; tried: boolean; onValue: (text: string) => void }

/** Where alone an operator may sign in. */
export function NetworksField({ value, tried, onValue }: NetworksFieldProps) {
  const t = useTranslations('operators')
  return (
    <TextField
      label={t('column.networks')}
      value={value}
      error={tried && !isNetworkList(value) && t('networksWrong')}
      hint={t('networksHint')}
      onChange={({ target }) => onValue(target.value)}
      autoComplete="off"
      spellCheck={false}
      maxLength={1000}
      dir="ltr"
    />
  )
}
