import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { t } from '../i18n.ts'
import { placeName } from '../parts/kitNames.ts'
import type { LegalName, LegalPlace } from '../parts/kitValues.ts'
import { BackToDefault, PlaceInput } from './Fields.tsx'
import { useKit } from './kitContext.ts'

const NAMES: readonly LegalName[] = ['privacy', 'imprint']

export const LegalTab = () => {
  const { url } = useKit().state.legal
  return (
    <>
      {url !== null && <p>{t('site.legal.elsewhere', { url })}</p>}
      <p className="desk-quiet">{t('site.legal.note')}</p>
      {NAMES.map((name) => (
        <LegalField key={name} name={name} />
      ))}
    </>
  )
}

const LegalField = ({ name }: { name: LegalName }) => {
  const { setValue, isLocked } = useKit()
  const { place, own, usual, is_fixed, file } = useLegalText(name)
  return (
    <PlaceInput
      label={placeName(place)}
      max={LONG_TEXT_MAX}
      note={
        <>
          {is_fixed && <p>{t('site.legal.fixed', { file })}</p>}
          {own !== undefined && !isLocked && (
            <BackToDefault label={placeName(place)} place={place} />
          )}
        </>
      }
      onChange={(text) => setValue(place, text === usual ? undefined : text)}
      place={place}
      rows={12}
      text={own ?? usual}
    />
  )
}

/** The text in the shown language, with its place; a kit from a folder may name the main language, too. */
function useLegalText(name: LegalName) {
  const { value, state, language, languages } = useKit()
  const named = value.legal_in?.[language]?.[name]
  const isMain = language === languages[0]
  const isUnnamed = isMain && named === undefined
  const place: LegalPlace = isUnnamed ? `legal.${name}` : `legal_in.${language}.${name}`
  const { text: usual, is_fixed } =
    (isMain ? undefined : state.legal.others?.[language])?.[name] ?? state.legal[name]
  const own = isUnnamed ? value.legal?.[name] : named
  const file = isMain ? `${name}.md` : `${name}.${language}.md`
  return { place, own, usual, is_fixed, file }
}
