import { useTranslation } from 'react-i18next'
import { TextField } from '#src/ui/TextField.tsx'

type Props = {
  name: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  errorId: string | undefined
}

/** The time until which a poll takes answers. */
export function ClosingField(props: Props) {
  const { t } = useTranslation()
  return (
    <TextField
      {...props}
      type="datetime-local"
      label={t('planning.closes_optional')}
      hint={t('planning.closes_hint')}
    />
  )
}
