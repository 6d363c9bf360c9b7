import { useTranslation } from 'react-i18next'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Suggestions } from '#src/ui/Suggestions.tsx'

type Props = { message: string; suggestions: readonly string[]; onSearch: (text: string) => void }

/** One of the four sentences of an empty list, and what might have been meant if the server knows something near. */
export function NoRules({ message, suggestions, onSearch }: Props) {
  const { t } = useTranslation()
  const isNear = suggestions.length > 0
  return (
    <EmptyState
      message={message}
      hint={isNear ? undefined : t('rules.empty_hint')}
      drawing={
        <img
          src="/images/empty-rules.svg"
          alt=""
          width={160}
          height={120}
          className="h-28 w-auto"
        />
      }
      action={
        isNear && (
          <Suggestions label={t('rules.suggestions')} titles={suggestions} onChoose={onSearch} />
        )
      }
    />
  )
}
