import { useTranslation } from 'react-i18next'
import { Checkbox } from '#src/ui/Checkbox.tsx'

type Props = {
  /** Calendar links of the account; without any there is nothing to ask. */
  links: number
  value: boolean
  onChange: (isKnown: boolean) => void
}

/** Asks with a new password whether calendar links, which need none, should end with the old one. */
export function SomeoneKnew({ links, value, onChange }: Props) {
  const { t } = useTranslation()
  if (links <= 0) return null
  return (
    <Checkbox
      label={t('credentials.someone_knew')}
      hint={t('credentials.someone_knew_hint', { count: links })}
      name="someone_knew"
      checked={value}
      onChange={onChange}
    />
  )
}
