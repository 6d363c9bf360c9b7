import { useTranslation } from 'react-i18next'
import { searchTyped } from '#src/store/glossary/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Suggestions } from '#src/ui/Suggestions.tsx'

/** An empty list, with titles close to the search term if the server sends some. */
export function NoEntries({ suggestions }: { suggestions: readonly string[] }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const hasSuggestions = suggestions.length > 0
  return (
    <EmptyState
      message={t('glossary.empty')}
      hint={hasSuggestions ? undefined : t('glossary.empty_hint')}
      drawing={
        <img
          src="/images/empty-glossary.svg"
          alt=""
          width={160}
          height={120}
          className="h-28 w-auto"
        />
      }
      action={
        hasSuggestions && (
          <Suggestions
            label={t('glossary.suggestions')}
            titles={suggestions}
            onChoose={(title) => dispatch(searchTyped(title))}
          />
        )
      }
    />
  )
}
