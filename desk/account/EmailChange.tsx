import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskMember } from '#contract/deskMember.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import { EMAIL_WAYS, type EmailWay } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ConfirmButton, REASON_MAX } from '../parts/ActionButton.tsx'
import { DialogField, DialogSelect } from '../parts/Dialog.tsx'
import { Fact, Facts } from '../parts/PageParts.tsx'
import { momentOf } from '../parts/times.ts'
import { actionOf, messageOf, useAction } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { isGivenUp, passkeyResponse } from '../session/passkeyResponse.ts'
import { useOffersPasskeys } from '../session/useOffersPasskeys.ts'

const { changeEmail, stopEmail } = deskCalls.members
const STEPS = ['app', 'passkey'] as const
type Step = (typeof STEPS)[number]

type Props = { member: DeskMember }

const EMPTY = { email: '', way: 'mailbox' as EmailWay, reason: '', step: 'app' as Step, code: '' }
type Fields = typeof EMPTY
type FieldProps = Fields & { set: (part: Partial<Fields>) => void }

/** What is missing; '' for a form that can be sent. */
function gapIn({ email, way, reason, step, code }: Fields): string {
  if (email.trim() === '') return t('members.changeEmail.missing.email')
  if (way === 'delay' && reason.trim() === '') return t('reason_missing')
  return step === 'app' && code.trim() === '' ? t('members.changeEmail.missing.code') : ''
}

/** The superuser's own second step is part of the form. A refusal keeps all that was typed. */
export const EmailChange = ({ member: { id, username: name } }: Props) => {
  const desk = useDataProvider<DeskDataProvider>()
  const { attempt, isBusy } = useAction()
  const [fields, setFields] = useState(EMPTY)
  const set = (part: Partial<Fields>) => setFields((all) => ({ ...all, ...part }))
  const { email, way, reason, step, code } = fields

  const proof = async () => {
    if (step === 'app') return { code: code.trim() }
    const response = await passkeyResponse(await desk.call(deskCalls.session.startStepUp, {}))
    return { response: { ...response } }
  }
  const handleConfirm = async () => {
    const gap = gapIn(fields)
    if (gap !== '') return gap
    const wish = { id, email: email.trim(), way, ...(way === 'delay' && { reason: reason.trim() }) }
    try {
      const sent = { ...wish, ...(await proof()) }
      const problem = await attempt(actionOf(changeEmail, sent, t('members.changeEmail.done')))
      if (problem === '') set({ code: '' })
      return problem
    } catch (error) {
      return isGivenUp(error) ? t('members.changeEmail.missing.code') : messageOf(error)
    }
  }
  return (
    <ConfirmButton
      disabled={isBusy}
      label={t('members.changeEmail.label')}
      onConfirm={handleConfirm}
      text={t('members.changeEmail.sure', { name })}
      title={t('members.changeEmail.ask', { name })}
    >
      <Wish {...fields} set={set} />
      <Proof {...fields} set={set} />
    </ConfirmButton>
  )
}

const Wish = ({ email, way, reason, set }: FieldProps) => (
  <>
    <DialogField
      label={t('members.changeEmail.new')}
      maxLength={TEXT_MAX}
      onChange={(email) => set({ email })}
      type="email"
      value={email}
    />
    <DialogSelect
      choices={EMAIL_WAYS.map((known) => [known, t(`members.changeEmail.ways.${known}`)] as const)}
      label={t('members.changeEmail.way')}
      onChange={(way) => set({ way })}
      value={way}
    />
    {way === 'delay' && (
      <DialogField
        label={t('members.changeEmail.reason')}
        maxLength={REASON_MAX}
        note={t('members.changeEmail.reason_note')}
        onChange={(reason) => set({ reason })}
        rows={3}
        value={reason}
      />
    )}
  </>
)

const Proof = ({ step, code, set }: FieldProps) => {
  const hasPasskeys = useOffersPasskeys()
  return (
    <>
      {hasPasskeys && (
        <DialogSelect
          choices={STEPS.map((known) => [known, t(`members.changeEmail.steps.${known}`)] as const)}
          label={t('members.changeEmail.step')}
          onChange={(step) => set({ step })}
          value={step}
        />
      )}
      {step === 'app' && (
        <DialogField
          autoComplete="one-time-code"
          label={t('members.changeEmail.code')}
          maxLength={40}
          onChange={(code) => set({ code })}
          value={code}
        />
      )}
    </>
  )
}

type WaitingProps = { member: DeskMember; change: NonNullable<DeskMember['email_change']> }

export const WaitingChange = ({ member: { id, username: name }, change }: WaitingProps) => {
  const { attempt, isBusy } = useAction()
  const { new_email, reason, due_at, expires_at } = change
  const when =
    due_at === null
      ? t('members.email_change.by_link', { at: momentOf(expires_at) })
      : t('members.email_change.by_time', { at: momentOf(due_at) })
  return (
    <>
      <Facts>
        <Fact label={t('members.changeEmail.new')}>{new_email}</Fact>
        <Fact label={t('members.email_change.waits')}>{when}</Fact>
        <Fact label={t('members.changeEmail.reason')}>{reason}</Fact>
      </Facts>
      <div className="desk-actions">
        <ConfirmButton
          disabled={isBusy}
          label={t('members.stopEmail.label')}
          onConfirm={() => attempt(actionOf(stopEmail, { id }, t('members.stopEmail.done')))}
          text={t('members.stopEmail.sure', { name })}
          title={t('members.stopEmail.ask', { name })}
        />
      </div>
    </>
  )
}
