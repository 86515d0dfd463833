import { expect, test } from "@playwright/test";

import { fakeProviderPage } from "./fake-provider-page";

test.beforeEach(async ({ page }) => {
  await fakeProviderPage(page);
});

test("a new customer buys with a Google account", async ({ page }) => {
  await page.goto("/products/blue-mug");
  await page.getByRole("button", { name: "Add to basket" }).click();
  await page.getByRole("link", { name: "Checkout" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fcheckout/);

  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: "Allow" }).click();

  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByText("Blue mug")).toBeVisible();
});

test("a customer with a password adds GitHub", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("E-mail").first().fill("customer@shop.example");
  await page.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await page.getByRole("button", { name: "Log in" }).click();

  await page.getByRole("button", { name: "Add GitHub" }).click();
  await page.getByRole("button", { name: "Authorize shop" }).click();
  await expect(page.getByText("GitHub is linked")).toBeVisible();
});

test("somebody who changes their mind comes back to the login page", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("You cancelled the login")).toBeVisible();
});
