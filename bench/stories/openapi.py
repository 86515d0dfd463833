"""The shop's API description: long, regular and looked up often, as such files are."""

from __future__ import annotations

OPERATIONS = (
    ("/products", "get", "List published products", "catalogue", ("after", "limit", "currency")),
    ("/products/{slug}", "get", "One product", "catalogue", ("slug", "currency")),
    ("/products/{slug}/stock", "get", "How many are left", "catalogue", ("slug",)),
    ("/search", "get", "Find products by words", "catalogue", ("q", "after", "limit")),
    ("/basket", "get", "The visitor's basket", "basket", ()),
    ("/basket/lines", "post", "Put a product in the basket", "basket", ()),
    ("/basket/lines/{slug}", "put", "Change a quantity", "basket", ("slug",)),
    ("/basket/lines/{slug}", "delete", "Take a product out", "basket", ("slug",)),
    ("/login", "post", "Log in with a password", "login", ()),
    ("/logout", "post", "Log out", "login", ()),
    ("/register", "post", "Create an account", "login", ()),
    ("/account", "get", "Profile, addresses and the latest orders", "account", ()),
    ("/account/profile", "post", "Change the displayed name", "account", ()),
    ("/account/password", "post", "Change the password", "account", ()),
    ("/account/addresses", "post", "Add or change an address", "account", ()),
    ("/account/addresses/{id}", "delete", "Remove an address", "account", ("id",)),
    ("/account/orders", "get", "Orders, newest first", "orders", ("before",)),
    ("/account/orders/{number}", "get", "One order", "orders", ("number",)),
    ("/account/orders/{number}/cancel", "post", "Cancel an order that is not packed", "orders", ("number",)),
    ("/account/orders/{number}/return", "post", "Send lines back", "orders", ("number",)),
    ("/checkout", "get", "What will be ordered, with totals", "checkout", ("shipping",)),
    ("/checkout", "post", "Place the order", "checkout", ()),
    ("/webhooks/{provider}", "post", "Events of a payment provider", "webhooks", ("provider",)),
)

HEAD = """openapi: 3.1.0
info:
  title: shop
  version: 3.8.0
  description: >-
    What the shop's pages and its mobile client call. Requests that change something carry the session's
    CSRF token in the header X-CSRF-Token. Money is an integer of cents with a currency.
servers:
  - url: http://localhost:4000
security:
  - session: []
paths:
"""

TAIL = """components:
  securitySchemes:
    session:
      type: apiKey
      in: cookie
      name: sid
  responses:
    Refused:
      description: The request makes no sense as it is; the message is for the customer.
      content:
        application/json:
          schema: { $ref: "#/components/schemas/Error" }
    Forbidden:
      description: The CSRF token is missing or wrong, or the customer may not do this.
    TooMany:
      description: Too many tries from this address; Retry-After says how long to wait.
  schemas:
    Error:
      type: object
      required: [code, message]
      properties:
        code: { type: string, examples: [bad_credentials] }
        message: { type: string, description: In the customer's language }
    Money:
      type: object
      required: [cents, currency]
      properties:
        cents: { type: integer }
        currency: { type: string, pattern: "^[A-Z]{3}$" }
"""


def openapi() -> str:
    """The whole description."""
    paths: dict[str, str] = {}
    for path, method, summary, area, parameters in OPERATIONS:
        paths.setdefault(path, f"  {path}:\n")
        paths[path] += _operation(path, method, summary, area, parameters)
    return HEAD + "".join(paths.values()) + TAIL


def _operation(path: str, method: str, summary: str, area: str, parameters: tuple[str, ...]) -> str:
    rows = [f"    {method}:", f"      tags: [{area}]", f"      summary: {summary}"]
    rows.append(f"      operationId: {method}{''.join(part.strip('{}').title() for part in path.split('/'))}")
    if parameters:
        rows.append("      parameters:")
    for name in parameters:
        place = "path" if f"{{{name}}}" in path else "query"
        rows += [f"        - name: {name}", f"          in: {place}"]
        rows.append(f"          required: {'true' if place == 'path' else 'false'}")
        rows.append(f"          schema: {{ type: {'integer' if name == 'limit' else 'string'} }}")
    if method in ("post", "put"):
        rows += ["      requestBody:", "        required: true", "        content:"]
        rows += ["          application/x-www-form-urlencoded:", "            schema: { type: object }"]
    rows += ["      responses:", f'        "{"303" if method == "post" else "200"}": {{ description: {summary} }}']
    rows.append('        "400": { $ref: "#/components/responses/Refused" }')
    if method != "get":
        rows.append('        "403": { $ref: "#/components/responses/Forbidden" }')
        rows.append('        "429": { $ref: "#/components/responses/TooMany" }')
    return "\n".join(rows) + "\n"
