import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { t } from '../i18n.ts'
import { placeName } from '../parts/kitNames.ts'
import { BackToDefault, PlaceInput } from './Fields.tsx'
import { useKit } from './kitContext.ts'

const NAMES = ['privacy', 'imprint'] as const
type Name = (typeof NAMES)[number]

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

const LegalField = ({ name }: { name: Name }) => {
  const { value, setValue, state, isLocked } = useKit()
  const place = `legal.${name}` as const
  const { text: usual, is_fixed } = state.legal[name]
  const own = value.legal?.[name]
  return (
    <PlaceInput
      label={placeName(place)}
      max={LONG_TEXT_MAX}
      note={
        <>
          {is_fixed && <p>{t('site.legal.fixed', { file: `${name}.md` })}</p>}
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
