import { useState } from 'react'
import { Title, useDataProvider, useRefresh } from 'react-admin'
import { type DeskAdmission, TEAM_LINK_DAYS_MAX, TEAM_LINK_USES_MAX } from '#contract/admission.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { ADMISSIONS } from '#contract/sets.ts'
import { useCopying } from '#kit/useCopying.ts'
import { resourceName, t } from '../../i18n.ts'
import { ActionButton, ConfirmButton } from '../../parts/ActionButton.tsx'
import { DialogField } from '../../parts/Dialog.tsx'
import { Section } from '../../parts/PageParts.tsx'
import { Switch } from '../../parts/Switch.tsx'
import type { Screens } from '../../parts/screens.tsx'
import { momentOf } from '../../parts/times.ts'
import { actionOf, messageOf, useAction, useResponse } from '../../parts/useAction.ts'
import type { DeskDataProvider } from '../../session/dataProvider.ts'

const { get, save, makeLink, endLink } = deskCalls.admission

/** Who may register, the domains that may not, and the links of the team. */
const AdmissionPage = () => {
  const { data, error } = useResponse(get, {})
  return (
    <div className="desk-card">
      <Title title={resourceName('admission')} />
      {error && <p role="alert">{messageOf(error)}</p>}
      {data && <Settings key={JSON.stringify([data.mode, data.refused_domains])} settings={data} />}
      {data && <Links links={data.links} />}
    </div>
  )
}

const Settings = ({ settings }: { settings: DeskAdmission }) => {
  const [mode, setMode] = useState(settings.mode)
  const [domains, setDomains] = useState(settings.refused_domains.join('\n'))
  const { run, isBusy } = useAction()
  const handleSave = () => {
    const refused_domains = domains.split(/[\s,;]+/).filter((one) => one !== '')
    return run(actionOf(save, { mode, refused_domains }, t('admission.saved')))
  }
  return (
    <>
      <Switch
        chosen={mode}
        label={t('admission.who')}
        nameOf={(one) => t(`admission.modes.${one}`)}
        onChoose={setMode}
        options={ADMISSIONS}
      />
      <p role="status">{t(`admission.notes.${mode}`)}</p>
      <div className="desk-fields">
        <DialogField
          label={t('admission.domains')}
          note={t('admission.domains_note')}
          onChange={setDomains}
          rows={4}
          value={domains}
        />
      </div>
      <ActionButton disabled={isBusy} isPrimary onClick={handleSave}>
        {t('admission.save')}
      </ActionButton>
    </>
  )
}

const Links = ({ links }: Pick<DeskAdmission, 'links'>) => {
  const { attempt } = useAction()
  return (
    <Section note={t('admission.links_note')} title={t('admission.links')}>
      <NewLink />
      <ul className="desk-lines">
        {links.map(({ id, name, used, uses, expires_at }) => (
          <li key={id}>
            <span style={{ flex: 1 }}>
              <strong>{name}</strong>{' '}
              <span className="desk-quiet">
                {t('admission.used', { used, uses, until: momentOf(expires_at) })}
              </span>
            </span>
            <ConfirmButton
              isDangerous
              label={t('admission.end')}
              onConfirm={() => attempt(actionOf(endLink, { id }, t('admission.ended')))}
              text={t('admission.end_sure')}
              title={t('admission.end_ask', { name })}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Undefined for what is no whole number within the limit. */
const numberIn = (text: string, most: number): number | undefined => {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined
}

/** Makes a link, whose URL is shown once. */
const NewLink = () => {
  const desk = useDataProvider<DeskDataProvider>()
  const refresh = useRefresh()
  const [typed, setTyped] = useState({ name: '', days: '30', uses: '20' })
  const [url, setUrl] = useState('')
  const { isCopied, copy } = useCopying(url)
  const field = (name: keyof typeof typed) => ({
    label: t(`admission.fields.${name}`),
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  const handleConfirm = async () => {
    if (typed.name.trim() === '') return t('admission.name_missing')
    const days = numberIn(typed.days, TEAM_LINK_DAYS_MAX)
    const uses = numberIn(typed.uses, TEAM_LINK_USES_MAX)
    if (days === undefined || uses === undefined)
      return t('admission.number_wrong', { uses: TEAM_LINK_USES_MAX, days: TEAM_LINK_DAYS_MAX })
    const link = { name: typed.name.trim(), days, uses }
    try {
      setUrl((await desk.call(makeLink, link)).url)
      refresh()
      return ''
    } catch (error) {
      return messageOf(error)
    }
  }
  return (
    <>
      <ConfirmButton
        isPrimary
        label={t('admission.make')}
        onConfirm={handleConfirm}
        title={t('admission.make')}
      >
        <DialogField {...field('name')} note={t('admission.name_note')} />
        <DialogField {...field('uses')} />
        <DialogField {...field('days')} />
      </ConfirmButton>
      {url !== '' && (
        <div role="status">
          <p>{t('admission.url_once')}</p>
          <p>
            <code style={{ overflowWrap: 'anywhere' }}>{url}</code>
          </p>
          <ActionButton onClick={copy}>
            {t(isCopied ? 'admission.copied' : 'admission.copy')}
          </ActionButton>
        </div>
      )}
    </>
  )
}

export const admission: Screens = { list: AdmissionPage }
