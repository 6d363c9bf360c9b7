import type { TSchema } from 'typebox'
import { calls } from '#contract/calls.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { GlossaryEntryForm } from '#contract/glossary.ts'
import { PICTURE_SLOTS } from '#contract/siteKit.ts'
import { TransferEntry, TransferType } from '#server/modules/glossary/transfer.ts'
import { TransferCategory, TransferRule } from '#server/modules/rules/transfer.ts'
import { TransferPart, TransferSection } from '#server/transfer/reading.ts'
import { SECTION_LEVELS } from '#server/transfer/sources/light.ts'
import { fields, ofCall, type Parts, type Schema } from '#test/helpers/limits.ts'

const LANGUAGE = { language: '0–2 form' }
const LINE = '1–400 line'
const NAME = '1–100 line'
const ANY_LINE = '0–400 text'
const LONG = '1–20000 not blank'
const MAIL = '1–400 e-mail'
const SECRET = '8–400 text'
const signingUp = (call: string) => ({
  [`${call}.answers`]: '0–5 rows',
  [`${call}.answers[]`]: '0–500 text',
  [`${call}.questions`]: '0–5 rows',
  [`${call}.questions[]`]: '0–200 text',
  [`${call}.time_zone`]: '0–100 text',
  [`${call}.companions`]: '0–5 rows',
  [`${call}.companions[]`]: '0–100 text',
})
const offerLimits = (call: string) => ({
  [`${call}.content_notes`]: '0–500 text',
  [`${call}.description`]: '1–5000 not blank',
  [`${call}.players_min`]: '1–1000',
  [`${call}.seats`]: '1–1000',
  [`${call}.short_description`]: '1–200 line',
})
const TIME = '0–40 time'
const UPLOAD = '0–any upload'
const REASON = '1–2000 not blank'
const POSITION = '0–2147483647'
const KEY = '1–120 not blank'
const ROWS = '0–100000 rows'

const CODE = '1–40 not blank'

/** Limits of the contract's shared kinds of fields, which are the same in every call. */
const USUAL: readonly string[] = [LINE, NAME, ANY_LINE, LONG, MAIL, '0–20000 text']
const isUnusual = ([, what]: readonly [string, string]): boolean => !USUAL.includes(what)
/** Fields of the site with limits of their own. */
const SITE = {
  'login.email': '1–400 not blank',
  'login.password': '1–400 not blank',
  'refresh.refresh': '1–1000 text',
  'register.invite_secret': '0–43 secret',
  'resendActivation.invite_secret': '0–43 secret',
  'logout.refresh': '0–any text',
  'register.password': SECRET,
  'verifyPasswordReset.request_id': '0–any text',
  'applyPasswordReset.new_password': SECRET,
  'applyPasswordReset.request_id': '0–any text',
  'activateAccount.request_id': '0–any text',
  'login.code': CODE,
  'stepUp.password': '1–400 not blank',
  'stepUp.code': CODE,
  'confirmSecondFactor.code': CODE,
  'changePassword.new_password': SECRET,
  'followChanges.wait': '0–600',
  'getGlossaryTerm.language': '0–2 text',
  'getRuleTerm.language': '0–2 text',
  'listEvents.language': '0–2 text',
  'saveHook.url': '0–500 text',
  'saveHook.token': '0–500 text',
  'saveHook.room': '0–500 text',
  'saveGroupPage.purpose': '0–2000 text',
  'saveGroupPage.note': '0–2000 text',
  // The value may also be null.
  'saveGroupPage.talk_url': '0–500 link',
  'saveGroupPage.version': '0–2147483647',
  'createInviteLink.days': '1–30',
  'createInviteLink.uses': '1–50',
  'createToken.days': '1–365',
  'redeemInviteLink.secret': '1–100 text',
  'saveOpening.plays': '1–200 line',
  'saveOpening.languages': '1–2 rows',
  'saveOpening.place': '0–200 text',
  'saveOpening.rhythm': '0–200 text',
  'saveOpening.content_notes': '0–500 text',
  'saveOpening.places': '1–49',
  'saveOpening.version': '0–2147483647',
  'askToJoin.message': '0–200 text',
  'declineJoinRequest.sentence': '0–200 text',
  'listSuggestions.prefix': '1–400 text',
  'lookAtInviteLink.secret': '1–100 text',
  'previewTexts.texts': '1–50 rows',
  'savePreferences.event_kinds': '0–50 rows',
  'savePreferences.language': '2–2 text',
  'savePreferences.time_zone': '0–100 text',
  'savePreferences.weekly_mails': '0–3 rows',
  'searchSite.language': '0–2 text',
  'searchSite.limit': '1–20',
  ...signingUp('signUp'),
  ...signingUp('signUpGuest'),
  'signUpGuest.proof': '0–4000 text',
  'giveBackCompanion.companions': '0–5 rows',
  'giveBackCompanion.companions[]': '0–100 text',
  'giveBackCompanion.index': '0–4',
  'listGlossaryEntries.limit': '1–100',
  'listLatest.language': '0–2 text',
  'listNews.language': '0–2 text',
  'listNext.language': '0–2 text',
  'listQuickEntries.language': '0–2 text',
  'listRuleEntries.language': '0–2 text',
  'listGlossaryEntries.cursor': '0–1000 text',
  'createGlossarySubEntries.sub_entries': '1–50 rows',
  'answerDate.starts_at': '0–24 time',
  'answerDate.time_zone': '0–100 text',
  'answerSession.dates': '1–104 rows',
  'answerSession.dates[].starts_at': '0–24 time',
  'answerSession.time_zone': '0–100 text',
  'answerPoll.answers': '0–10 rows',
  'answerPoll.comment': '0–200 text',
  'answerPoll.time_zone': '0–100 text',
  'cancelDate.reason': '0–200 text',
  'cancelDate.until': '0–24 time',
  'cancelSession.reason': '0–200 text',
  'changeDate.ends_at': '0–24 time',
  'changeDate.link': '0–500 link',
  'changeDate.notes': '0–1000 text',
  'changeDate.place': '0–200 text',
  'changeDate.reason': '0–200 text',
  'changeDate.repeats.count': '2–104',
  'changeDate.repeats.every': '1–8',
  'changeDate.repeats.until': '0–24 time',
  'changeDate.repeats.weekdays': '1–7 rows',
  'changeDate.repeats.weeks': '1–5 rows',
  'changeDate.sequence': '0–2147483647',
  'changeDate.starts_at': '0–24 time',
  'changeDate.title': '0–120 text',
  ...offerLimits('offerTable'),
  ...offerLimits('changeOffer'),
  'writeToPlayers.subject': '1–150 line',
  'writeToPlayers.text': '1–10000 not blank',
  'writeToTeam.text': '1–4000 not blank',
  'changeOptions.closes_at': '0–24 time',
  'changeOptions.options': '1–10 rows',
  'changeOptions.options[].ends_at': '0–24 time',
  'changeOptions.options[].starts_at': '0–24 time',
  'changeOptions.sequence': '0–2147483647',
  'fixPoll.link': '0–500 link',
  'fixPoll.notes': '0–1000 text',
  'fixPoll.place': '0–200 text',
  'fixPoll.title': '0–120 text',
  'makePoll.closes_at': '0–24 time',
  'makePoll.notes': '0–1000 text',
  'makePoll.options': '1–10 rows',
  'makePoll.options[].ends_at': '0–24 time',
  'makePoll.options[].starts_at': '0–24 time',
  'makePoll.time_zone': '0–100 text',
  'makePoll.title': '0–120 text',
  'suggestDates.hours': '1–72',
  'suggestDates.time_zone': '0–100 text',
  'planSession.ends_at': '0–24 time',
  'planSession.hosts': '1–104 rows',
  'planSession.link': '0–500 link',
  'planSession.notes': '0–1000 text',
  'planSession.place': '0–200 text',
  'planSession.repeats.count': '2–104',
  'planSession.repeats.every': '1–8',
  'planSession.repeats.until': '0–24 time',
  'planSession.repeats.weekdays': '1–7 rows',
  'planSession.repeats.weeks': '1–5 rows',
  'planSession.starts_at': '0–24 time',
  'planSession.time_zone': '0–100 text',
  'planSession.title': '0–120 text',
  'saveRecap.text': '0–8000 text',
  'saveRecap.version': '0–2147483647',
  'correctAttendance.changes': '1–100 rows',
}

/** Every list of the desk takes the same. */
const LIST = { sort: '0–200 text', range: '0–50 text' }
const ORDER = { ids: '1–20000 rows' }
const SECTIONS = { sub_entries: '0–500 rows', 'sub_entries[].level': '0–5' }
const PARTY = { companions: '0–5 rows', 'companions[]': '0–100 text' }
const ALIASES = { aliases: '0–10 rows' }
/** Fields that creating and updating share, where their limits are not the usual ones. */
const DESK: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  contents: {
    'repeats.count': '2–104',
    'repeats.every': '1–8',
    'repeats.until': '0–24 time',
    'repeats.weekdays': '1–7 rows',
    'repeats.weeks': '1–5 rows',
    ...LANGUAGE,
    access: '0–1000 text',
    starts_at: TIME,
    ends_at: TIME,
    seats: '1–1000',
    slot: '1–1000',
    slots: '0–12 rows',
    'slots[].id': '1–1000',
    'slots[].starts_at': TIME,
    'slots[].ends_at': TIME,
    'table.content_notes': '0–500 text',
    'table.players_min': '1–1000',
    waiting_max: '0–500',
    registration_closes_at: TIME,
    confirm_hours: '1–168',
    companions_max: '0–5',
    questions: '0–5 rows',
    'questions[].text': '1–200 line',
    picture_upload: UPLOAD,
  },
  'download-files': {
    download_file_name: '1–200 line',
    file_upload: UPLOAD,
    picture_upload: UPLOAD,
  },
  'rule-entries': {
    ...LANGUAGE,
    ...ALIASES,
    ...SECTIONS,
    picture_upload: UPLOAD,
  },
  'rule-videos': {
    file_upload: UPLOAD,
    webm_upload: UPLOAD,
    captions_upload: UPLOAD,
    poster_upload: UPLOAD,
  },
  'glossary-types': { icon: '0–60 text' },
  'glossary-entries': { ...SECTIONS, ...ALIASES, ...LANGUAGE, picture_upload: UPLOAD },
}
const colours = (theme: string) =>
  Object.fromEntries(
    ['header', 'page', 'text', 'accent', 'warning'].map((name) => [
      `value.colours.${theme}.${name}`,
      '0–7 form',
    ]),
  )
const KIT = {
  draft_at: '0–40 text',
  'value.short_name': '1–30 line',
  'value.claim': '1–200 line',
  'value.embed_hosts': '0–500 form',
  'value.mark.key': '0–60 form',
  ...colours('light'),
  ...colours('dark'),
  ...Object.assign(
    {},
    ...PICTURE_SLOTS.map((slot) => ({
      [`value.pictures.${slot}.original`]: '0–60 form',
      [`value.pictures.${slot}.key`]: '0–32 upload',
      [`value.pictures.${slot}.width`]: '1–100000',
      [`value.pictures.${slot}.height`]: '1–100000',
    })),
  ),
  'value.book.pages': '1–24 rows',
  'value.book.pages[].key': '0–60 form',
  'value.book.pages[].width': '1–100000',
  'value.book.pages[].height': '1–100000',
  'value.book.pdf': '0–60 form',
}
/** Such fields of the other calls. */
const DESK_CALLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'contents.registrationsFile': { lng: '0–2 text' },
  'hooks.save': { url: '0–500 text', token: '0–500 text', room: '0–500 text' },
  'site.saveDraft': KIT,
  'site.save': KIT,
  'site.cutPicture': { upload: UPLOAD, original: '0–60 form' },
  'site.takeMark': { upload: UPLOAD },
  'site.takeBook': { pages: '1–24 rows', 'pages[]': UPLOAD, pdf: UPLOAD },
  'session.logIn': { email: '1–400 text', password: '1–400 text', code: '1–40 text' },
  'second-factor.checkCode': { code: '1–40 text' },
  'second-factor.confirm': { code: '1–40 text' },
  'contents.countBelongings': { ids: '1–100 rows' },
  'contents.publish': { at: TIME },
  'contents.copy': { starts_at: TIME },
  'contents.decline': { reason: REASON },
  'review.approve': {
    ...Object.fromEntries(
      Object.entries({ ...SECTIONS, updated_at: TIME }).map(([name, what]) => [
        `edits.${name}`,
        what,
      ]),
    ),
    reason: '0–2000 text',
  },
  'members.changeEmail': { reason: '0–2000 text', code: CODE },
  'applications.decide': { ids: '1–1000 rows', reason: '0–2000 text' },
  'admission.save': { refused_domains: '0–500 rows' },
  'admission.makeLink': { days: '1–365', uses: '1–1000' },
  'members.restrict': { reason: REASON, until: TIME },
  'reports.decide': { reason: REASON, until: TIME },
  'member-invites.check': { list: '1–500000 text' },
  'member-invites.send': { list: '1–500000 text' },
  'registrations.add': { ...PARTY, reason: '0–2000 text' },
  ...Object.fromEntries(
    'review.reject review.askChanges groups.close openings.close members.rename members.lift name-changes.refuse reports.decideAppeal'
      .split(' ')
      .map((call) => [call, { reason: REASON }]),
  ),
  'contents.writeToRegistered': { subject: '1–150 line', text: '1–10000 not blank' },
  'transfer.check': { upload: UPLOAD, 'preview.from': '0–100000' },
  'transfer.import': { upload: UPLOAD },
  'transfer.export': { lng: '0–2 text' },
  'texts.preview': { texts: '1–501 rows' },
  'messages.answer': { text: '1–10000 not blank' },
}

const FILE = { key: KEY, name: LINE }
const TRANSFER: readonly [string, TSchema, Readonly<Record<string, string>>][] = [
  ['a section', TransferSection, { title: LINE, content: '0–20000 text', sections: ROWS }],
  ['a part', TransferPart, FILE],
  ['a category', TransferCategory, { ...FILE, subcategories: ROWS }],
  ['a type', TransferType, { ...FILE, icon: '0–60 text', subtypes: ROWS }],
  [
    'a rule',
    TransferRule,
    {
      ...ALIASES,
      'aliases[]': NAME,
      ...LANGUAGE,
      translation: KEY,
      key: KEY,
      title: LINE,
      category: KEY,
      subcategory: KEY,
      quick_subcategory: KEY,
      sections: ROWS,
    },
  ],
  [
    'a glossary entry',
    TransferEntry,
    {
      ...ALIASES,
      'aliases[]': NAME,
      ...LANGUAGE,
      key: KEY,
      title: NAME,
      description: '0–20000 text',
      type: KEY,
      subtype: KEY,
      author: '1–400 not blank',
      rejection_reason: '0–2000 text',
      created_at: TIME,
      sections: ROWS,
    },
  ],
]

describe('how much a call takes', () => {
  test('the fields of every call of the site have the usual limits, or their own', () => {
    const site = calls.flatMap((call) => ofCall(call.name, call))
    const form = ofCall('form', { body: GlossaryEntryForm })
    const unusual = [...site, ...form].filter(isUnusual)
    expect(Object.fromEntries(unusual)).toEqual(SITE)
  })

  test.each(Object.entries(deskCalls))(
    'every call of the desk has the listed limits: %s',
    (resource, ofResource) => {
      for (const [call, schema] of Object.entries<Parts>(ofResource)) {
        const name = `${resource}.${call}`
        const expected =
          call === 'create' || call === 'update'
            ? (DESK[resource] ?? {})
            : ({ list: LIST, order: ORDER }[call] ?? DESK_CALLS[name] ?? {})
        const found = ofCall('', schema)
          .map(([path, what]) => [path.slice(1), what] as const)
          .filter((field) => isUnusual(field) && field[1] !== POSITION)
        expect([name, Object.fromEntries(found)]).toEqual([name, expected])
      }
    },
  )

  test.each(TRANSFER)('%s in a file has the listed limits', (_what, schema, expected) => {
    const found = fields(schema as Schema, '').map(([path, what]) => [path.slice(1), what])
    expect(Object.fromEntries(found)).toEqual(expected)
    expect(SECTION_LEVELS).toBe(6)
  })
})
