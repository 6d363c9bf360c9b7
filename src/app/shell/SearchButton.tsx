import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announces } from '#src/platform/pageFeatures.ts'
import { SEARCH_BUTTON_ID } from '#src/platform/searchButton.ts'
import { Icon } from '#src/ui/Icon.tsx'

/**
 * Opens the search if the server announces one (ruling 78). The first press fetches its chunk; if that fails, the next
 * press retries.
 */
export function SearchButton() {
  const { t } = useTranslation()
  const [Layer, setLayer] = useState<ComponentType | null>(null)
  if (!announces('search')) return <span className="ms-auto" />
  const handleClick = () => {
    import(/* webpackChunkName: "search" */ './SearchLayer.tsx').then(
      ({ SearchLayer }) => setLayer(() => SearchLayer),
      () => undefined,
    )
  }
  return (
    <>
      <button
        type="button"
        id={SEARCH_BUTTON_ID}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={Layer ? undefined : handleClick}
        className="ms-auto inline-flex size-tap cursor-pointer items-center justify-center rounded font-medium"
      >
        <Icon name="search" className="size-6" />
        <span className="sr-only">{t('search.title')}</span>
      </button>
      {Layer && <Layer />}
    </>
  )
}
