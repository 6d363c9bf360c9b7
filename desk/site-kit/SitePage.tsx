import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Title, useDataProvider } from 'react-admin'
import { useLocation } from 'react-router'
import { deskRoutes } from '#contract/desk.ts'
import type { SiteState, SiteText } from '#contract/schemas/siteKit.ts'
import { resourceName, t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { languageOf, placeIn } from '../parts/kitNames.ts'
import { differencesOf } from '../parts/kitValues.ts'
import type { Screens } from '../parts/screens.tsx'
import { messageOf } from '../parts/useAction.ts'
import { useResponse } from '../parts/useResponse.ts'
import { useUnloadWarning } from '../parts/useUnloadWarning.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { makeDraft } from './draft.ts'
import { Editor } from './Editor.tsx'
import { KitContext } from './kitContext.ts'
import { useTyped } from './typed.ts'

const SitePage = () => {
  const { data: state, error, refetch } = useResponse(deskRoutes.site.get, {})
  const { data: texts, error: other } = useResponse(deskRoutes.site.texts, {})
  const problem = error ?? other
  if (state && texts) return <Opened state={state} texts={texts} />
  return (
    <div className="desk-card">
      <Title title={resourceName('site')} />
      {problem ? (
        <>
          <p className="desk-problem" role="alert">
            {messageOf(problem)}
          </p>
          <ActionButton onClick={() => refetch()}>{t('site.again')}</ActionButton>
        </>
      ) : (
        <p role="status">{t('site.loading')}</p>
      )}
    </div>
  )
}

type Props = { state: SiteState; texts: readonly SiteText[] }

const Opened = ({ state, texts }: Props) => {
  const draft = useOpenDraft(state)
  const current = useSyncExternalStore(draft.subscribe, draft.get)
  const typed = useTyped()
  const byId = useMemo(() => new Map(texts.map((text) => [text.id, text])), [texts])
  const languages = useMemo(() => [...new Set(texts.map(languageIn))], [texts])
  const { language, setLanguage } = useShownLanguage(languages)
  useUnloadWarning(current.status === 'waiting' || current.status === 'failed')
  useFocusedField()
  const kit = {
    state,
    draft,
    current,
    texts: byId,
    problems: [...typed.problems, ...current.problems],
    languages,
    language,
    setLanguage,
    isLocked: state.from_folder,
  }
  return (
    <KitContext value={kit}>
      <Title title={resourceName('site')} />
      <Editor />
    </KitContext>
  )
}

/** The texts come language by language, those of the main one first. */
const languageIn = ({ id }: SiteText): string => id.split('/', 1)[0] ?? ''

/** The main language, until another one is chosen, or a link leads to a text in it. */
function useShownLanguage(languages: readonly string[]) {
  const { key, hash } = useLocation()
  const [main = ''] = languages
  const linked = languages.find((one) => one === languageOf(placeIn(hash)))
  const [shown, setShown] = useState({ language: linked ?? main, key })
  if (shown.key !== key) setShown({ language: linked ?? shown.language, key })
  const setLanguage = (language: string) => setShown({ language, key })
  return { language: shown.language, setLanguage }
}

/** The draft of this page, which follows what others save for as long as it has no changes of its own. */
function useOpenDraft(state: SiteState) {
  const desk = useDataProvider<DeskDataProvider>()
  const [draft] = useState(() =>
    makeDraft(state, {
      put: (sent) => desk.call(deskRoutes.site.saveDraft, sent),
      messageOf,
    }),
  )
  useEffect(() => {
    const { base, value } = draft.get()
    const isPlain = differencesOf(base.value, value).length === 0
    if (base.id !== state.id && isPlain) draft.settle(state)
    // A request may have failed because the session was over.
    else void draft.flush()
  }, [draft, state])
  useEffect(() => {
    const handleHide = () => void draft.flush()
    window.addEventListener('pagehide', handleHide)
    return () => {
      window.removeEventListener('pagehide', handleHide)
      handleHide()
    }
  }, [draft])
  return draft
}

/** Focuses the field that a link of the page leads to. */
function useFocusedField(): void {
  const location = useLocation()
  useEffect(() => {
    if (location.hash !== '')
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.focus()
  }, [location])
}

export const site: Screens = { list: SitePage }
