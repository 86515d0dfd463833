"""Everything around the code: texts, API description, documentation, and an end-to-end test with a surprise."""

from __future__ import annotations

from bench.stories.models import usage
from bench.stories.outputs import typecheck, vitest
from bench.stories.pen import Pen
from bench.stories.workspace import Workspace, bash, shop

BROWSERS = ("chromium", "firefox", "webkit")
CASES = (
    "a new customer buys with a Google account",
    "a customer with a password adds GitHub",
    "somebody who changes their mind comes back to the login page",
)
REFUSED = """
  1) [chromium] › e2e/login.spec.ts:9:1 › a new customer buys with a Google account ───────────────

    Error: locator.click: Test timeout of 30000ms exceeded.
    Call log:
      - waiting for getByRole('button', { name: 'Allow' })

    Browser console:
      Refused to send form data to 'https://accounts.google.com/o/oauth2/v2/auth?response_type=code&client_id=…' because
      it violates the following Content Security Policy directive: "form-action 'self'".

      14 |
      15 |   await page.getByRole("button", { name: "Continue with Google" }).click();
    > 16 |   await page.getByRole("button", { name: "Allow" }).click();
         |                                                     ^
      17 |
      18 |   await expect(page).toHaveURL(/\\/checkout$/);
      19 |   await expect(page.getByText("Blue mug")).toBeVisible();

    attachment #1: trace (application/zip) ─────────────────────────────────────────────────────────
    test-results/login-a-new-customer-buys-with-a-Google-account-chromium/trace.zip
    Usage:
        npx playwright show-trace test-results/login-a-new-customer-buys-with-a-Google-account-chromium/trace.zip
"""


def playwright(failing: tuple[str, ...] = ()) -> str:
    """A run of the end-to-end tests in three browsers, those in some of them failing."""
    rows = ["", f"Running {len(BROWSERS) * len(CASES)} tests using 2 workers", ""]
    number = 0
    for browser in BROWSERS:
        for case in CASES:
            number += 1
            mark = "✘" if browser in failing else "✓"
            rows.append(
                f"  {mark}  {number} [{browser}] › e2e/login.spec.ts › {case} ({'30.1' if browser in failing else '2.4'}s)"
            )
    if failing:
        rows += [
            REFUSED,
            f"  {len(failing) * len(CASES)} failed",
            f"  {(3 - len(failing)) * len(CASES)} passed (1.7m)",
            "",
        ]
    else:
        rows += ["", "  9 passed (23.8s)", ""]
    return "\n".join(rows)


def ship(pen: Pen, project: Workspace) -> None:
    """To the end of the story, which is the session's leaf."""
    pen.user(
        "GitHub works now. Next: the login page as in the picture, texts in both languages, and the API description.",
        wait=200,
    )
    pen.turn("", project.read("locales/en.json"), project.read("locales/de.json"), project.read("docs/openapi.yaml"))
    texts(pen, project)
    pen.rename("Add OAuth login")
    pen.user("And an end-to-end test, please: buy something as a new customer, in all three browsers.", wait=45)
    pen.turn(
        "",
        project.write("e2e/login.spec.ts"),
        bash("npx playwright test e2e/login.spec.ts", playwright(("chromium", "webkit")), exit_code=1, seconds=102),
        think="There it is: the CSP. form-action covers the whole redirect chain in Chromium and WebKit, not in Firefox. "
        "Unit tests can't see it.",
    )
    pen.turn(
        "This is the surprise I had in mind: `form-action 'self'` also governs where a form's redirect leads, in Chromium and "
        "WebKit but not in Firefox. No unit test can see it. The providers' origins belong in the policy, and only those that "
        "are configured.",
        project.edit(
            "src/server.ts",
            (
                "        formAction: [\"'self'\"],\n",
                "        // Browsers differ on whether a form's redirects count; where they do, the providers must be named.\n"
                "        formAction: [\"'self'\", ...Object.keys(config.oauth).map((id) => new URL(providers[id]!.authorizeUrl).origin)],\n",
            ),
            (
                'import { readConfig, type Config } from "./config.js";\n',
                'import { providers } from "./auth/oauth/providers.js";\nimport { readConfig, type Config } from "./config.js";\n',
            ),
        ),
        bash("npx playwright test e2e/login.spec.ts", playwright(), seconds=24),
    )
    pen.reply(
        "Nine of nine, in all three browsers. The policy names a provider's origin only when that provider is configured."
    )
    pen.label(pen.leaf, "e2e green")
    last_look(pen, project)


def texts(pen: Pen, project: Workspace) -> None:
    """The login page, both locales and the API description."""
    pen.turn(
        "",
        project.edit(
            "src/views/login.html",
            (
                '  <form method="post" action="/login" class="stack">\n',
                '  {{#each providers}}\n  <form method="post" action="/login/{{id}}" class="stack">\n'
                '    <input type="hidden" name="_csrf" value="{{../csrf}}">\n    <input type="hidden" name="next" value="{{../next}}">\n'
                '    <button class="provider {{id}}">{{title}}</button>\n  </form>\n  {{/each}}\n\n'
                '  <form method="post" action="/login" class="stack">\n',
            ),
        ),
        project.edit(
            "locales/en.json",
            (
                '    "register": "Create an account",\n',
                '    "register": "Create an account",\n    "continue_with": "Continue with {provider}",\n    "declined": "You cancelled the login.",\n',
            ),
            (
                '    "too_many_attempts": "That was a lot of tries. Please wait a quarter of an hour."\n',
                '    "too_many_attempts": "That was a lot of tries. Please wait a quarter of an hour.",\n'
                '    "no_such_provider": "We do not know this way to log in.",\n'
                '    "login_expired": "This login took too long, or was started in another window. Please try again.",\n'
                '    "provider_unavailable": "The provider is not available at the moment. Please try again, or use your password.",\n'
                '    "provider_refused": "The provider did not let you in. Please try again.",\n'
                '    "no_address": "We need an address that you have confirmed there. Please confirm it and try again.",\n'
                '    "log_in_to_link": "There is an account with your address. Log in with your password and add the provider there.",\n'
                '    "linked_elsewhere": "That login belongs to another account here.",\n'
                '    "only_way_in": "Set a password first: this is the only way into your account.",\n'
                '    "log_in_again": "Please log in once more before you erase your account.",\n'
                '    "account_closed": "This account has been closed."\n',
            ),
        ),
        project.edit(
            "locales/de.json",
            (
                '    "register": "Konto anlegen",\n',
                '    "register": "Konto anlegen",\n    "continue_with": "Weiter mit {provider}",\n    "declined": "Sie haben die Anmeldung abgebrochen.",\n',
            ),
            (
                '    "too_many_attempts": "Das waren viele Versuche. Bitte warten Sie eine Viertelstunde."\n',
                '    "too_many_attempts": "Das waren viele Versuche. Bitte warten Sie eine Viertelstunde.",\n'
                '    "no_such_provider": "Diese Anmeldung kennen wir nicht.",\n'
                '    "login_expired": "Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Bitte noch einmal.",\n'
                '    "provider_unavailable": "Der Anbieter ist gerade nicht erreichbar. Bitte später, oder mit Passwort.",\n'
                '    "provider_refused": "Der Anbieter hat Sie nicht angemeldet. Bitte noch einmal.",\n'
                '    "no_address": "Wir brauchen eine Adresse, die Sie dort bestätigt haben.",\n'
                '    "log_in_to_link": "Zu Ihrer Adresse gibt es schon ein Konto. Melden Sie sich mit Passwort an und fügen Sie den Anbieter dort hinzu.",\n'
                '    "linked_elsewhere": "Diese Anmeldung gehört zu einem anderen Konto.",\n'
                '    "only_way_in": "Bitte erst ein Passwort setzen: Dies ist der einzige Weg in Ihr Konto.",\n'
                '    "log_in_again": "Bitte melden Sie sich noch einmal an, bevor Sie Ihr Konto löschen.",\n'
                '    "account_closed": "Dieses Konto ist geschlossen."\n',
            ),
        ),
    )
    pen.turn(
        "",
        project.edit(
            "docs/openapi.yaml",
            (
                "  /logout:\n",
                "  /login/{provider}:\n    post:\n      tags: [login]\n      summary: Leave for a provider\n"
                "      operationId: postLoginProvider\n      parameters:\n        - name: provider\n          in: path\n"
                "          required: true\n          schema: { type: string, enum: [google, github] }\n      responses:\n"
                '        "303": { description: To the provider }\n        "404": { description: Not offered here }\n'
                '        "429": { $ref: "#/components/responses/TooMany" }\n'
                "  /login/{provider}/callback:\n    get:\n      tags: [login]\n      summary: Come back from a provider\n"
                "      operationId: getLoginProviderCallback\n      parameters:\n        - name: provider\n          in: path\n"
                "          required: true\n          schema: { type: string, enum: [google, github] }\n"
                "        - name: state\n          in: query\n          required: true\n          schema: { type: string }\n"
                "        - name: code\n          in: query\n          required: false\n          schema: { type: string }\n"
                '      responses:\n        "303": { description: Logged in, or declined }\n'
                '        "400": { description: The login has expired }\n        "409": { description: The address is taken }\n'
                '        "502": { description: The provider refused or is down }\n  /logout:\n',
            ),
        ),
        project.write("docs/oauth.md"),
        project.write("src/jobs/refresh-identities.ts"),
        typecheck(),
        vitest(project, seconds=15.8),
    )
    pen.reply(
        "Login page, texts in English and German, API description and `docs/oauth.md` are in, and the weekly job that notices "
        "a withdrawn access (`src/jobs/refresh-identities.ts`). All tests pass.",
    )


def last_look(pen: Pen, project: Workspace) -> None:
    """The whole change once more, before it goes out."""
    pen.add(
        "usage",
        kind="cache_warm",
        provider=pen.model.provider,
        model=pen.model.name,
        usage=usage(pen.model, pen.weights.tokens(pen.leaf), 1, pen.weights.tokens(pen.leaf)),
        note="kept the cache warm over lunch",
    )
    pen.wait(2400)
    pen.add(
        "custom_message",
        custom={
            "customType": "deploy-window",
            "content": "Deployments are frozen from Friday 16:00. The next window opens Monday 09:00.",
            "display": True,
            "details": {"source": "calendar"},
        },
    )
    pen.user(
        "Read the whole change once more before I open the pull request. Anything that would embarrass us?", wait=120
    )
    before = shop().files
    pen.turn(
        "",
        project.git_diff(before, "src/"),
        project.git_diff(before, "test/"),
        project.git_stat(before),
        think="Read it as a reviewer. Tokens in logs? ProviderError.reason never contains a token. Callback URL with code in "
        "the request log! Fastify logs req.url: state and code would be in the log. In the log above they're redacted... that "
        "is the serializer? Check server.ts.",
    )
    pen.turn(
        "One thing to check: request logs contain the URL, and the callback's URL contains a code.",
        project.search("redact|serializers|req.url", "src/"),
        project.read("src/server.ts"),
        project.read("docs/security.md"),
        project.read("src/auth/oauth/tokens.ts"),
        project.read("src/routes/oauth.ts"),
        project.read("src/routes/account.ts"),
        project.read("test/oauth.test.ts"),
    )
    pen.turn(
        "",
        project.edit(
            "src/server.ts",
            (
                '    logger: { level: config.logLevel, redact: ["req.headers.cookie", "req.headers.authorization"] },\n',
                "    logger: {\n      level: config.logLevel,\n"
                '      redact: ["req.headers.cookie", "req.headers.authorization"],\n'
                "      // A callback's query is a credential for as long as its code is good.\n"
                "      serializers: { req: (request) => ({ method: request.method, url: withoutSecrets(request.url) }) },\n    },\n",
            ),
            (
                "/** Builds the application without listening",
                "function withoutSecrets(url: string): string {\n"
                '  return url.replace(/([?&](?:code|state)=)[^&]*/g, "$1[redacted]");\n}\n\n'
                "/** Builds the application without listening",
            ),
        ),
        vitest(project, seconds=15.1),
        bash("npm run lint", "\n> shop@3.8.0 lint\n> eslint . --max-warnings 0\n\n", seconds=6),
    )
    pen.reply(
        "One thing would have: the request log had the callback's URL, and with it the code. It is redacted now, in the "
        "serializer, for every route.\n\n"
        "For the pull request:\n\n"
        "- **What**: login with Google and GitHub, linking on the account page, refresh tokens sealed and rotated\n"
        "- **Risk**: migrations 0014 and 0015 only add tables; without credentials in the environment nothing changes\n"
        "- **Look at**: `src/auth/link.ts` (whose account) and `src/auth/oauth/tokens.ts` (the lock)\n"
        "- **After the deploy**: set `TOKEN_KEY`, then the credentials, one provider at a time\n\n"
        "The next window is Monday at nine.",
    )
