// Runs before the first paint, so that neither the colour scheme nor the writing direction flashes.
// A file of its own, because the content security policy allows no inline script.
(function () {
  // The schema library would try to compile its checks, which the policy forbids: the attempt alone is reported.
  window.__zod_globalConfig = { jitless: true };
  var root = document.documentElement;
  var look = {};
  try {
    look = JSON.parse(localStorage.getItem('ringside.look')).state || {};
  } catch (e) {
    // Nothing stored yet, or storage is switched off: the defaults.
  }
  var dark = look.scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : look.scheme === 'dark';
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  var chosen = look.direction === 'ltr' || look.direction === 'rtl' ? look.direction : null;
  if (chosen) root.dir = chosen;
  if (look.skin === 'bordered') root.setAttribute('data-skin', 'bordered');
  var offered = root.getAttribute('data-languages').split(' ');
  var cookie = /(?:^|; )i18n_redirected=([a-z]{2})(?:;|$)/.exec(document.cookie);
  var wanted = (cookie ? [cookie[1]] : []).concat(navigator.languages || []);
  for (var i = 0; i < wanted.length; i++) {
    var language = String(wanted[i]).slice(0, 2).toLowerCase();
    if (language === 'iw') language = 'he';
    if (offered.indexOf(language) >= 0) {
      root.lang = language;
      root.dir = chosen || (/^(ar|he)$/.test(language) ? 'rtl' : 'ltr');
      return;
    }
  }
})();
