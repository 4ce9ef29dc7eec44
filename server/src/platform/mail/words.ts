// The texts of e-mails. Placeholders such as `{name}` and `{url}` are replaced.
const NOTICES = [
  'password-changed',
  'email-changed',
  'two-factor-enabled',
  'two-factor-disabled',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
] as const;
export type Notice = (typeof NOTICES)[number];

interface Words {
  readonly greeting: string;
  readonly invitation: { readonly subject: string; readonly lines: readonly string[] };
  readonly reset: { readonly subject: string; readonly lines: readonly string[] };
  readonly noticeSubject: string;
  readonly notices: Readonly<Record<Notice, string>>;
  readonly notYou: string;
}

export const MAIL_WORDS: Readonly<Record<'en' | 'es' | 'fr' | 'he', Words>> = {
  en: {
    greeting: 'Hello {name},',
    invitation: {
      subject: 'Your Ringside account',
      lines: [
        'An account “{username}” is ready for you. Open this link to choose its password:',
        '{url}',
        'It works once, until {until}. Whoever has the link can use it: do not pass it on.',
      ],
    },
    reset: {
      subject: 'Set a new Ringside password',
      lines: [
        'Someone asked for a new password for your account “{username}”. Open this link to choose one:',
        '{url}',
        'It works once, within one hour. If it was not you, do nothing: your password stays as it is.',
      ],
    },
    noticeSubject: 'Your Ringside account has changed',
    notices: {
      'password-changed': 'The password of your account “{username}” was changed.',
      'email-changed': 'The e-mail address of your account “{username}” was changed to {email}.',
      'two-factor-enabled': 'Two-factor sign-in was switched on for your account “{username}”.',
      'two-factor-disabled': 'Two-factor sign-in was switched off for your account “{username}”.',
      'recovery-code-used': 'A recovery code was used to sign in to your account “{username}”.',
      'passkey-added': 'A passkey was added to your account “{username}”: {passkey}.',
      'passkey-removed': 'A passkey was removed from your account “{username}”: {passkey}.',
    },
    notYou: 'If it was not you, tell your administrator at once.',
  },
  es: {
    greeting: 'Hola, {name}:',
    invitation: {
      subject: 'Su cuenta de Ringside',
      lines: [
        'Su cuenta «{username}» está lista. Abra este enlace para elegir la contraseña:',
        '{url}',
        'Sirve una sola vez, hasta el {until}. Cualquiera que tenga el enlace puede usarlo: no lo reenvíe.',
      ],
    },
    reset: {
      subject: 'Elija una nueva contraseña de Ringside',
      lines: [
        'Alguien ha pedido una nueva contraseña para su cuenta «{username}». Abra este enlace para elegirla:',
        '{url}',
        'Sirve una sola vez y caduca en una hora. Si no ha sido usted, no haga nada: su contraseña no cambia.',
      ],
    },
    noticeSubject: 'Cambio en su cuenta de Ringside',
    notices: {
      'password-changed': 'Se ha cambiado la contraseña de su cuenta «{username}».',
      'email-changed': 'La dirección de correo de su cuenta «{username}» es ahora {email}.',
      'two-factor-enabled': 'Se ha activado la verificación en dos pasos en su cuenta «{username}».',
      'two-factor-disabled': 'Se ha desactivado la verificación en dos pasos en su cuenta «{username}».',
      'recovery-code-used': 'Se ha usado un código de recuperación para entrar en su cuenta «{username}».',
      'passkey-added': 'Se ha añadido una llave de acceso a su cuenta «{username}»: {passkey}.',
      'passkey-removed': 'Se ha eliminado una llave de acceso de su cuenta «{username}»: {passkey}.',
    },
    notYou: 'Si no ha sido usted, avise inmediatamente a su administrador.',
  },
  fr: {
    greeting: 'Bonjour {name},',
    invitation: {
      subject: 'Votre compte Ringside',
      lines: [
        'Votre compte « {username} » est prêt. Ouvrez ce lien pour choisir votre mot de passe :',
        '{url}',
        'Il ne sert qu’une fois, jusqu’au {until}. Toute personne qui a le lien peut l’utiliser : ne le transmettez pas.',
      ],
    },
    reset: {
      subject: 'Choisissez un nouveau mot de passe Ringside',
      lines: [
        'Un nouveau mot de passe a été demandé pour votre compte « {username} ». Ouvrez ce lien pour le choisir :',
        '{url}',
        'Il ne sert qu’une fois et expire dans une heure. Si vous n’êtes pas à l’origine de cette demande, ne faites rien : votre mot de passe ne change pas.',
      ],
    },
    noticeSubject: 'Votre compte Ringside a été modifié',
    notices: {
      'password-changed': 'Le mot de passe de votre compte « {username} » a été changé.',
      'email-changed': 'L’adresse e-mail de votre compte « {username} » est désormais {email}.',
      'two-factor-enabled': 'L’authentification à deux facteurs a été activée pour votre compte « {username} ».',
      'two-factor-disabled': 'L’authentification à deux facteurs a été désactivée pour votre compte « {username} ».',
      'recovery-code-used': 'Un code de secours a servi à se connecter à votre compte « {username} ».',
      'passkey-added': 'Une clé d’accès a été ajoutée à votre compte « {username} » : {passkey}.',
      'passkey-removed': 'Une clé d’accès a été supprimée de votre compte « {username} » : {passkey}.',
    },
    notYou: 'Si vous n’êtes pas à l’origine de ce changement, prévenez immédiatement votre administrateur.',
  },
  he: {
    greeting: 'שלום {name},',
    invitation: {
      subject: 'החשבון שלך ב־Ringside',
      lines: [
        'החשבון ״{username}״ מוכן עבורך. כדי לבחור לו סיסמה יש לפתוח את הקישור:',
        '{url}',
        'הקישור תקף לשימוש אחד, עד {until}. כל מי שהקישור בידיו יכול להשתמש בו: אין להעביר אותו הלאה.',
      ],
    },
    reset: {
      subject: 'בחירת סיסמה חדשה ל־Ringside',
      lines: [
        'התבקשה סיסמה חדשה לחשבון שלך ״{username}״. כדי לבחור אותה יש לפתוח את הקישור:',
        '{url}',
        'הקישור תקף לשימוש אחד, במשך שעה. אם לא ביקשת זאת, אין צורך לעשות דבר: הסיסמה לא תשתנה.',
      ],
    },
    noticeSubject: 'בוצע שינוי בחשבון שלך ב־Ringside',
    notices: {
      'password-changed': 'הסיסמה של החשבון שלך ״{username}״ הוחלפה.',
      'email-changed': 'כתובת הדוא״ל של החשבון שלך ״{username}״ שונתה ל־{email}.',
      'two-factor-enabled': 'האימות הדו־שלבי הופעל בחשבון שלך ״{username}״.',
      'two-factor-disabled': 'האימות הדו־שלבי בוטל בחשבון שלך ״{username}״.',
      'recovery-code-used': 'נעשה שימוש בקוד שחזור כדי להיכנס לחשבון שלך ״{username}״.',
      'passkey-added': 'מפתח גישה נוסף לחשבון שלך ״{username}״: {passkey}.',
      'passkey-removed': 'מפתח גישה הוסר מהחשבון שלך ״{username}״: {passkey}.',
    },
    notYou: 'אם השינוי לא נעשה על ידך, יש להודיע מיד למנהל המערכת.',
  },
};
