import { Checkbox, FormControlLabel } from '@mui/material'
import { LONG_TEXT_MAX, TEXT_MAX } from '#contract/fields.ts'
import {
  CLAIM_MAX,
  EMBED_HOSTS_MAX,
  PICTURE_SLOTS,
  type PictureSlot,
  SHORT_NAME_MAX,
  SITE_NAME_MAX,
  SITE_PARTS,
  type SitePart,
} from '#contract/siteKit.ts'
import { languageName, t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { fieldId, placeName } from '../parts/kitNames.ts'
import { FOOTER_NOTICE, INTRODUCTION_TEXTS, PLATES, TOP_TEXTS } from '../parts/kitTexts.ts'
import type { LegalName, LegalPlace } from '../parts/kitValues.ts'
import { Section } from '../parts/PageParts.tsx'
import { Switch } from '../parts/Switch.tsx'
import { BackToDefault, KitTexts, PlaceInput, SimpleField } from './Fields.tsx'
import { MarkField, PictureField } from './FileFields.tsx'
import { useKit } from './kitContext.ts'

/** What the landing page shows. */
export const HomeTab = () => {
  const { state } = useKit()
  return (
    <>
      <p className="desk-quiet">{t('site.values')}</p>
      <Section title={t('site.home.top')}>
        <SimpleField
          fallback={state.defaults.claim}
          max={CLAIM_MAX}
          note={t('site.home.claim_note')}
          place="claim"
        />
        <KitTexts texts={TOP_TEXTS} />
      </Section>
      <Section note={t('site.home.introduction_note')} title={t('site.home.introduction')}>
        <KitTexts texts={INTRODUCTION_TEXTS} />
      </Section>
      <Section note={t('site.home.plates_note')} title={t('site.home.plates')}>
        {PLATES.map(({ slot, number, texts }) => (
          <section key={slot}>
            <h3>{t('site.home.plate', { number })}</h3>
            <PictureField slot={slot} />
            <KitTexts texts={texts} />
          </section>
        ))}
      </Section>
    </>
  )
}

const TEXTS = [FOOTER_NOTICE]

/** What every page has: name and mark in the header, the footer. */
export const FrameTab = () => {
  const { state, value } = useKit()
  const { name, short_name } = state.defaults
  return (
    <>
      <Section title={t('site.frame.community')}>
        <SimpleField fallback={name} max={SITE_NAME_MAX} place="name" />
        <SimpleField
          fallback={value.name ?? short_name}
          max={SHORT_NAME_MAX}
          note={t('site.frame.short_note')}
          place="short_name"
        />
        <SimpleField
          kind="email"
          max={TEXT_MAX}
          note={t('site.frame.contact_note')}
          place="contact"
        />
        <MarkField />
        <SimpleField max={EMBED_HOSTS_MAX} note={t('site.frame.embed_note')} place="embed_hosts" />
      </Section>
      <Section note={t('site.values')} title={t('site.frame.footer')}>
        <KitTexts texts={TEXTS} />
      </Section>
    </>
  )
}

const slotsOf = (prefix: string) => PICTURE_SLOTS.filter((slot) => slot.startsWith(prefix))
const HEROES = slotsOf('hero-')
const DEFAULTS = slotsOf('default-')

export type PartProps = { onVisit: (name: PictureSlot | SitePart) => void }

/** What the site has, checked, and what it hides. */
const PartSwitch = ({ part }: { part: SitePart }) => {
  const { value, state, setValue } = useKit()
  const place = `hidden.${part}` as const
  const usual = state.defaults.hidden?.includes(part) === true
  const set = (isHidden: boolean) => setValue(place, isHidden === usual ? undefined : isHidden)
  return (
    <FormControlLabel
      checked={!(value.hidden?.[part] ?? usual)}
      control={<Checkbox id={fieldId(place)} onChange={(_, isShown) => set(!isShown)} />}
      label={placeName(place)}
      sx={{ display: 'flex', minHeight: 44 }}
    />
  )
}

/** Parts and pictures of pages, and those of records that have none of their own. @param onVisit gets what is in use */
export const PagesTab = ({ onVisit }: PartProps) => {
  const fields = (slots: readonly PictureSlot[]) =>
    slots.map((slot) => (
      <div key={slot} onFocusCapture={() => onVisit(slot)}>
        <PictureField slot={slot} />
      </div>
    ))
  return (
    <>
      <Section note={t('site.parts_note')} title={t('site.parts')}>
        {SITE_PARTS.map((part) => (
          <div key={part} onFocusCapture={() => onVisit(part)}>
            <PartSwitch part={part} />
          </div>
        ))}
      </Section>
      <Section note={t('site.pages_intro')} title={t('site.heroes')}>
        {fields(HEROES)}
      </Section>
      <Section title={t('site.defaults')}>{fields(DEFAULTS)}</Section>
    </>
  )
}

const NAMES: readonly LegalName[] = ['privacy', 'imprint', 'conduct']

export const LegalTab = () => {
  const { url } = useKit().state.legal
  return (
    <>
      {url !== null && <p>{t('site.legal.elsewhere', { url })}</p>}
      <p className="desk-quiet">{t('site.legal.note')}</p>
      {NAMES.map((name) => (
        <LegalField key={name} name={name} />
      ))}
      <ConductVersion />
    </>
  )
}

/** The number of a day, such as 20261202: a later one is higher, whatever kit is restored in between. */
const versionOf = (day: Date): number => Number(day.toISOString().slice(0, 10).replaceAll('-', ''))

/** Members agree again to a code of conduct whose version has risen. */
const ConductVersion = () => {
  const { value, setValue } = useKit()
  const version = value.conduct_version ?? 1
  const hasText = [value.legal, ...Object.values(value.legal_in ?? {})].some((own) => own?.conduct)
  if (!hasText) return null
  const handleClick = () =>
    setValue('conduct_version', Math.max(versionOf(new Date()), version + 1))
  return (
    <div className="desk-actions" id={fieldId('conduct_version')} tabIndex={-1}>
      <p>{t('site.legal.conduct_version', { version })}</p>
      <ActionButton onClick={handleClick}>{t('site.legal.ask_again')}</ActionButton>
    </div>
  )
}

const LegalField = ({ name }: { name: LegalName }) => {
  const { setValue } = useKit()
  const { place, own, usual, is_fixed, file } = useLegalText(name)
  return (
    <PlaceInput
      label={placeName(place)}
      max={LONG_TEXT_MAX}
      note={
        <>
          {is_fixed && <p>{t('site.legal.fixed', { file })}</p>}
          {own !== undefined && <BackToDefault label={placeName(place)} place={place} />}
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
    name === 'conduct'
      ? { text: '', is_fixed: false }
      : ((isMain ? undefined : state.legal.others?.[language])?.[name] ?? state.legal[name])
  const own = isUnnamed ? value.legal?.[name] : named
  const file = isMain ? `${name}.md` : `${name}.${language}.md`
  return { place, own, usual, is_fixed, file }
}

/** The language of the texts below and of the preview, where the site is served in more than one. */
export const LanguageChoice = () => {
  const { languages, language, setLanguage } = useKit()
  if (languages.length < 2) return null
  return (
    <Switch
      areLanguages
      chosen={language}
      label={t('site.language')}
      nameOf={(one) => languageName(one, one)}
      onChoose={setLanguage}
      options={languages}
    />
  )
}
