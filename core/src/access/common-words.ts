// Words that fill the top of every leaked list. A password that is little more than these is no secret.
const LISTED = `
  password passw0rd passwort contrasena contraseña motdepasse sisma סיסמה qwerty azerty qwertz qwertyuiop
  asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc welcome letmein iloveyou teamo jetaime admin
  administrator administrador administrateur root login secret changeme default master monkey dragon
  football futbol baseball basketball sunshine princess princesa superman batman shadow michael jennifer
  jordan charlie hunter trustno starwars whatever computer internet samsung google facebook liverpool
  chelsea arsenal barcelona realmadrid pokemon naruto freedom flower summer winter spring autumn verano
  invierno soleil bonjour hello hola shalom israel test testing guest user demo temp temporary company
  office access server asterisk telephone telefono callcenter callcentre supervisor agent operator voip
  pbx freepbx issabel elastix january february march april june july august september october november
  december monday friday abcdef abcdefgh abcd ringside mustang ashley bailey thunder ginger killer pepper
  matrix cheese cookie chocolate loveme lovely family forever friends blessed jesus angel
`;

export const COMMON_WORDS: readonly string[] = LISTED.trim().split(/\s+/);
