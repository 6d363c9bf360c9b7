import { useTranslation } from 'react-i18next'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Suggestions } from '#src/ui/Suggestions.tsx'
import { RulesDrawing } from './NoSections.tsx'

type Props = { message: string; suggestions: readonly string[]; onSearch: (text: string) => void }

/** One of the four sentences of an empty list, with titles close to the search term if the server sends some. */
export function NoRules({ message, suggestions, onSearch }: Props) {
  const { t } = useTranslation()
  const hasSuggestions = suggestions.length > 0
  return (
    <EmptyState
      message={message}
      hint={hasSuggestions ? undefined : t('rules.empty_hint')}
      drawing={<RulesDrawing />}
      action={
        hasSuggestions && (
          <Suggestions label={t('rules.suggestions')} titles={suggestions} onChoose={onSearch} />
        )
      }
    />
  )
}
