import { useTranslation } from 'react-i18next'
import { ANY } from '#contract/limits.ts'
import { SearchSelect } from '#src/ui/SearchSelect.tsx'

type Props = {
  label: string
  searchLabel: string
  /** Undefined while loading. */
  choices: ReadonlyArray<{ id: number; name: string }> | undefined
  /** An id in digits, or Any. */
  value: string
  onChange: (value: string) => void
}

/** Any and the choices, with a search box of its own (behaviour 2). */
export function IdSelect({ choices = [], ...rest }: Props) {
  const { t } = useTranslation()
  return (
    <SearchSelect
      {...rest}
      options={[
        { value: ANY, label: t('rules.any') },
        ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      emptyText={t('rules.no_option')}
      placeholder={t('rules.option_pending')}
      className="min-w-0 md:w-60"
    />
  )
}
